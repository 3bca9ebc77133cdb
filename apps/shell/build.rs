//! Prepares the configuration, the icons and the permissions of the window for the compiler.

fn main() {
    let commands = tauri_build::AppManifest::new().commands(&["page_ready", "close_answered", "quit", "choose_server"]);
    tauri_build::try_build(tauri_build::Attributes::new().app_manifest(commands))
        .expect("tauri.conf.json, the capabilities or the icons cannot be used");
}
