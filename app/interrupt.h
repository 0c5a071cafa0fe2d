#pragma once

#include <atomic>
#include <string>

namespace globaldyn::inside::app {

/// From now on Ctrl-C, or SIGTERM, with which clusters announce the end of a job, or the end of the
/// terminal (SIGHUP, unless it is ignored) sets the flag of catch_interrupt(). A command that has
/// not ended by itself a tenth of a second later, or when the next signal comes, is ended with exit
/// code 130, together with its child processes and without leaving half-written files. To be called
/// at the very start, before there are other threads.
void watch_for_interrupts();

/// The flag, true once a signal has come.
[[nodiscard]] const std::atomic<bool>* catch_interrupt();

/// Gives a command unlimited time to end by itself, until the next signal: of several cooperating
/// processes none may exit alone.
void wait_for_own_end();

/// Reports the interruption, only once no matter how often it is called.
void tell_interrupted();

/// One more line to print when a command is ended from outside; none if empty. For one thread.
void set_exit_message(const std::string& line);

}  // namespace globaldyn::inside::app
