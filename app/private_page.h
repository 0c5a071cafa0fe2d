#pragma once

#include <memory>
#include <string>

namespace globaldyn::inside::app {

/// Leads a browser to an address that nobody but this user may learn. What a program is started
/// with everybody on the computer can read, so the browser is given a file that leads there and
/// that is for this user alone. The file is gone with this object, and however else the program
/// ends.
class PrivatePage {
 public:
  /// Opens a browser where there is a desktop; nothing is said where there is none, or where it
  /// cannot be.
  explicit PrivatePage(const std::string& address);
  ~PrivatePage();
  PrivatePage(const PrivatePage&) = delete;
  PrivatePage& operator=(const PrivatePage&) = delete;

  /// The file has led somebody there.
  void remove();

 private:
  struct File;

  std::unique_ptr<File> file_;
};

}  // namespace globaldyn::inside::app
