#pragma once

#include <atomic>

namespace globaldyn::app {

/// From now on Ctrl-C, or SIGTERM, by which clusters announce the end of a job, sets the flag of
/// catch_interrupt(). A command that has not ended by itself a tenth of a second later, or when the
/// next signal comes, is ended: with its child processes and without files half written, by exit
/// code 130. To be called at the very start, before there are other threads.
void watch_for_interrupts();

/// The flag, true once a signal has come.
[[nodiscard]] const std::atomic<bool>* catch_interrupt();

/// Leaves a command its time to end by itself, until the next signal: of several processes that
/// work together none may leave alone.
void wait_for_own_end();

/// Says so, once, whoever asks for it.
void tell_interrupted();

/// What a command that is ended from outside has to say besides, in one line. `line` must live as
/// long as the program.
void set_last_words(const char* line);

}  // namespace globaldyn::app
