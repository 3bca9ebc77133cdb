//! Handles a start during the end of an earlier instance: it is not the first instance, and there is no window to bring to the front.

use crate::dialogs;
use std::os::unix::process::CommandExt;
use std::process::Command;
use std::thread;
use std::time::Duration;

/// Variable with the number of starts so far.
const STARTS: &str = "HOLDFAST_STARTS";
/// Number of starts after which the reason is shown.
const MOST_STARTS: u32 = 10;
const PAUSE: Duration = Duration::from_millis(500);

fn starts() -> u32 {
    std::env::var(STARTS).ok().and_then(|text| text.parse().ok()).unwrap_or(1)
}

/// Returns true when the program that runs ended while it was asked to come to the front, and another start may find it gone.
pub fn found_one_ending(error: &tauri::Error) -> bool {
    matches!(error, tauri::Error::PluginInitialization(plugin, _) if plugin == "single-instance")
        && starts() < MOST_STARTS
}

/// Replaces this process by a new start of the program.
pub fn start_again() {
    thread::sleep(PAUSE);
    let error = match std::env::current_exe() {
        Ok(program) => {
            Command::new(program).args(std::env::args_os().skip(1)).env(STARTS, (starts() + 1).to_string()).exec()
        }
        Err(error) => error,
    };
    dialogs::show_error(&format!("Holdfast could not be started again: {error}"));
}
