//! The window of Holdfast: shows the application that the agent serves, and keeps the agent running (docs/desktop.md).
#![cfg_attr(not(debug_assertions), windows_subsystem = "windows")]

mod agent;
mod dialogs;
mod installation;
mod restarts;
#[cfg(target_os = "linux")]
mod second_start;
mod shell;
mod window;

use shell::{Shell, commands};
use std::ffi::OsString;
use std::path::PathBuf;
use tauri::{AppHandle, Manager, RunEvent, WindowEvent};
use tauri_plugin_window_state::StateFlags;

fn main() {
    let args: Vec<OsString> = std::env::args_os().skip(1).collect();
    let app = tauri::Builder::default()
        // First, so that a second start does nothing else.
        .plugin(tauri_plugin_single_instance::init(|app, _, _| window::bring_to_front(app)))
        .plugin(
            tauri_plugin_window_state::Builder::new()
                .with_state_flags(StateFlags::SIZE | StateFlags::POSITION | StateFlags::MAXIMIZED)
                .with_filter(|label| label == window::MAIN)
                .build(),
        )
        .invoke_handler(tauri::generate_handler![
            commands::page_ready,
            commands::close_answered,
            commands::quit,
            commands::choose_server,
        ])
        .on_window_event(|window, event| {
            if let WindowEvent::CloseRequested { api, .. } = event {
                match window.label() {
                    window::MAIN => {
                        api.prevent_close();
                        shell::ask_to_close(window.app_handle());
                    }
                    window::NOTICE => {
                        api.prevent_close();
                        shell::quit(window.app_handle());
                    }
                    _ => (),
                }
            }
        })
        .setup(|app| {
            open(app.handle(), args);
            Ok(())
        })
        .build(tauri::generate_context!());
    match app {
        Ok(app) => app.run(|_, event| {
            // There may be no window between two windows. The program ends only on request, with a code.
            if let RunEvent::ExitRequested { code: None, api, .. } = event {
                api.prevent_exit();
            }
        }),
        #[cfg(target_os = "linux")]
        Err(error) if second_start::found_one_ending(&error) => second_start::start_again(),
        Err(error) => dialogs::show_error(&format!("Holdfast could not open its window: {error}")),
    }
}

/// Finds the programs and starts them, or shows the reason why that is not possible.
fn open(app: &AppHandle, args: Vec<OsString>) {
    let named = std::env::var_os("HOLDFAST_INSTALLATION").map(PathBuf::from);
    let found = std::env::current_exe()
        .and_then(|program| program.canonicalize())
        .map_err(|error| error.to_string())
        .and_then(|program| installation::find(&program, named))
        .and_then(|installation| {
            Ok((installation, app.path().app_local_data_dir().map_err(|error| error.to_string())?))
        });
    match found {
        Ok((installation, folder)) => {
            app.manage(Shell::new(installation, folder, args));
            shell::end_on_signals(app);
            shell::start_agent(app, None);
            window::show_slow_start(app);
        }
        Err(text) => {
            let handle = app.clone();
            dialogs::ask(app, text, ["Quit", ""], move |_| handle.exit(1));
        }
    }
}
