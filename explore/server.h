#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <string>

namespace globaldyn::inside::explore {

/// What a request gets.
struct Answer {
  unsigned int status{200};
  std::string type{"application/octet-stream"};
  std::string body;
  std::string file_name;  ///< if not empty, the browser saves the body under this name
  std::string place;      ///< where the browser is sent, with status 303
};

/// What the page asked for: "GET" or "POST", the target without its slash, and what was sent.
struct Question {
  std::string method;
  std::string target;
  std::string body;
};

/// How a page is served. Nobody but programs on this computer that know the token can reach it.
struct ServerOptions {
  std::uint16_t port{0};                     ///< 0: any that is free
  const std::atomic<bool>* cancel{nullptr};  ///< set from outside: stop soon
  std::size_t largest_body{64u << 10};       ///< bytes, of a request
  std::size_t most_connections{64};          ///< at the same time; see serve()
  std::size_t most_waiting{16};              ///< questions that wait; more are refused (503)
  double patience{15.0};                     ///< s that a connection may take for a request
  /// Told the address once it can be opened.
  std::function<void(const std::string& address)> ready;
};

/// Serves until cancelled, on 127.0.0.1 alone. The address is http://127.0.0.1:PORT/TOKEN/, with a
/// token that nobody can guess; it sends the browser on to http://127.0.0.1:PORT/ with a cookie,
/// which lets it in from then on. Anything but GET and POST, another token, more than one Host or
/// Origin, and those that are not the server's own are refused, so that other pages can neither
/// read nor send. Where there are too many connections the oldest by which nobody has come in
/// yet makes room for a new one; without such a one the new one is closed. Questions are answered
/// one after the other on a thread of their own, and connections served on another, so that a slow
/// or silent one costs nothing but its place for as long as `patience` says. Of the questions of
/// one page that wait, the newest replaces the others, which get status 409; a page says with
/// `X-Page: NAME` which it is.
/// @param answer is called on the thread of its own
/// @throws InputError if the port is not free
void serve(const ServerOptions& options, const std::function<Answer(const Question&)>& answer);

}  // namespace globaldyn::inside::explore
