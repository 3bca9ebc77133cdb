//! Questions in dialogs of the system, for cases in which the application's page cannot ask them.

use rfd::{AsyncMessageDialog, MessageButtons, MessageDialog, MessageDialogResult, MessageLevel};
use std::thread;
use tauri::AppHandle;

const TITLE: &str = "Holdfast";

/// Asks with one or two buttons. `answered` is called from a thread of its own with whether the first one was chosen.
pub fn ask(app: &AppHandle, text: String, buttons: [&'static str; 2], answered: impl FnOnce(bool) + Send + 'static) {
    let [yes, no] = buttons;
    let labels = match no {
        "" => MessageButtons::OkCustom(yes.to_owned()),
        _ => MessageButtons::OkCancelCustom(yes.to_owned(), no.to_owned()),
    };
    let shown = app.run_on_main_thread(move || {
        let answer = AsyncMessageDialog::new()
            .set_level(MessageLevel::Warning)
            .set_title(TITLE)
            .set_description(text)
            .set_buttons(labels)
            .show();
        thread::spawn(move || {
            answered(match tauri::async_runtime::block_on(answer) {
                MessageDialogResult::Custom(chosen) => chosen == yes,
                other => other == MessageDialogResult::Ok,
            });
        });
    });
    if let Err(error) = shown {
        eprintln!("a question could not be shown: {error}");
    }
}

/// Reports that the program cannot continue, before its event loop runs.
pub fn show_error(text: &str) {
    eprintln!("{text}");
    MessageDialog::new().set_level(MessageLevel::Error).set_title(TITLE).set_description(text).show();
}
