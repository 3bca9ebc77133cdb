//! The windows: that of the application, and a small one for the steps before it.

use crate::shell::{Shell, lock, on_page_end};
#[cfg(target_os = "linux")]
use std::path::Path;
use std::sync::atomic::{AtomicU32, Ordering::SeqCst};
use std::thread;
use std::time::Duration;
use tauri::webview::{DownloadEvent, NewWindowFeatures, NewWindowResponse, PermissionKind, PermissionResponse};
use tauri::{AppHandle, Emitter, Manager, Url, WebviewUrl, WebviewWindow, WebviewWindowBuilder, Wry};

/// Label of the window of the application.
pub const MAIN: &str = "main";
/// Label of the window of the shell's own page.
pub const NOTICE: &str = "notice";
/// Time after which a start counts as slow and a notice is shown.
const SLOW: Duration = Duration::from_secs(4);
/// Pause before a page that failed to load is requested again.
#[cfg(target_os = "linux")]
const LOAD_AGAIN: Duration = Duration::from_secs(1);

/// Shows the application. `address` is that of its page, whose origin never changes; requests for it go to `port`, at which the agent
/// listens at the moment (docs/desktop.md, "One origin").
pub fn show(app: &AppHandle, address: &str, port: u16) -> tauri::Result<()> {
    let url: Url = address.parse().map_err(tauri::Error::InvalidUrl)?;
    let proxy = Url::parse(&format!("http://127.0.0.1:{port}")).map_err(tauri::Error::InvalidUrl)?;
    let shell = app.state::<Shell>();
    let _turn = lock(&shell.opening);
    if let Some(window) = app.get_webview_window(MAIN) {
        return set_proxy(&window, &proxy);
    }
    let own = url.origin();
    let (pages, pictures, handle) = (own.clone(), own, app.clone());
    let window = WebviewWindowBuilder::new(app, MAIN, WebviewUrl::External(url))
        .title("Holdfast")
        .inner_size(1200.0, 800.0)
        .min_inner_size(360.0, 480.0)
        .decorations(false)
        .proxy_url(proxy)
        .data_directory(shell.window_folder())
        .on_permission_request(|_, kind| permitted(&kind))
        .on_navigation(move |url| {
            let stays = url.origin() == pages || url.scheme() == "about";
            if !stays {
                open_outside(url);
            }
            stays
        })
        .on_new_window(move |url, features| {
            if url.origin() == pictures {
                return show_picture(&handle, &url, features);
            }
            open_outside(&url);
            NewWindowResponse::Deny
        })
        .on_download(|view, event| {
            on_download(&view, event);
            true
        })
        .build()?;
    watch_page(&window)?;
    use_camera(&window)?;
    draw_without_graphics(&window)?;
    if let Some(notice) = app.get_webview_window(NOTICE) {
        notice.destroy()?;
    }
    Ok(())
}

/// Opens an address of another origin in the system's browser. Addresses that start programs are refused.
fn open_outside(url: &Url) {
    if !matches!(url.scheme(), "http" | "https" | "mailto") {
        return;
    }
    if let Err(error) = open::that_detached(url.as_str()) {
        eprintln!("{url} could not be opened: {error}");
    }
}

/// Opens a picture or file of the application in an ordinary window without any rights.
fn show_picture(app: &AppHandle, url: &Url, features: NewWindowFeatures) -> NewWindowResponse<Wry> {
    static NUMBER: AtomicU32 = AtomicU32::new(0);
    let label = format!("picture-{}", NUMBER.fetch_add(1, SeqCst));
    let built = WebviewWindowBuilder::new(app, label, WebviewUrl::External(url.clone()))
        .window_features(features)
        .title("Holdfast")
        .build();
    match built {
        Ok(window) => NewWindowResponse::Create { window },
        Err(error) => {
            eprintln!("{url} could not be shown: {error}");
            NewWindowResponse::Deny
        }
    }
}

fn on_download(view: &tauri::Webview, event: DownloadEvent) {
    match event {
        DownloadEvent::Requested { destination, .. } => {
            if let Some(folder) = destination.parent()
                && let Err(error) = std::fs::create_dir_all(folder)
            {
                eprintln!("{} could not be made: {error}", folder.display());
            }
        }
        DownloadEvent::Finished { path, success, .. } => {
            let path = path.filter(|_| success).map(|path| path.display().to_string());
            let _ = view.emit_to(MAIN, "downloaded", path);
        }
        _ => (),
    }
}

/// Sends requests to the port of an agent that was started again. Clears what the web view remembers of files that the former agent did not
/// deliver: it would fail with them again without a request, also after the page was loaded again.
#[cfg(target_os = "linux")]
fn set_proxy(window: &WebviewWindow, proxy: &Url) -> tauri::Result<()> {
    use webkit2gtk::gio::Cancellable;
    use webkit2gtk::glib::TimeSpan;
    use webkit2gtk::{NetworkProxyMode, NetworkProxySettings, WebContextExt, WebViewExt};
    use webkit2gtk::{WebsiteDataManagerExt, WebsiteDataManagerExtManual, WebsiteDataTypes};
    let proxy = proxy.to_string();
    window.with_webview(move |view| {
        let context = view.inner().context();
        if let Some(data) = context.and_then(|context| context.website_data_manager()) {
            let mut settings = NetworkProxySettings::new(Some(&proxy), &[]);
            data.set_network_proxy_settings(NetworkProxyMode::Custom, Some(&mut settings));
            let all = TimeSpan::from_seconds(0);
            data.clear(WebsiteDataTypes::MEMORY_CACHE, all, None::<&Cancellable>, |outcome| {
                if let Err(error) = outcome {
                    eprintln!("the cache of the web view could not be cleared: {error}");
                }
            });
        }
    })
}

/// On other systems a window keeps the proxy with which it was created, so it is created again.
#[cfg(not(target_os = "linux"))]
fn set_proxy(window: &WebviewWindow, _: &Url) -> tauri::Result<()> {
    window.app_handle().request_restart();
    Ok(())
}

/// Pages may use the camera, for photos and QR codes. Everything else is left to the web view.
fn permitted(kind: &PermissionKind) -> PermissionResponse {
    match kind {
        PermissionKind::Camera => PermissionResponse::Allow,
        _ => PermissionResponse::Default,
    }
}

#[cfg(target_os = "linux")]
fn use_camera(window: &WebviewWindow) -> tauri::Result<()> {
    use webkit2gtk::{SettingsExt, WebViewExt};
    window.with_webview(|view| {
        if let Some(settings) = view.inner().settings() {
            settings.set_enable_media_stream(true);
        }
    })
}

/// Other web views offer cameras without further settings.
#[cfg(not(target_os = "linux"))]
fn use_camera(_: &WebviewWindow) -> tauri::Result<()> {
    Ok(())
}

/// Handles the end of the page's process, and loads a page again that did not come because the agent was not there.
#[cfg(target_os = "linux")]
fn watch_page(window: &WebviewWindow) -> tauri::Result<()> {
    use webkit2gtk::{NetworkError, PolicyError, WebViewExt};
    let (app, loading) = (window.app_handle().clone(), window.app_handle().clone());
    window.with_webview(move |view| {
        let view = view.inner();
        view.connect_web_process_terminated(move |_, _| on_page_end(&app));
        view.connect_load_failed(move |_, _, address, error| {
            // A load that another one replaced, or that became a download.
            if error.matches(NetworkError::Cancelled) || error.is::<PolicyError>() {
                return false;
            }
            eprintln!("{address} could not be loaded: {error}");
            let app = loading.clone();
            thread::spawn(move || {
                thread::sleep(LOAD_AGAIN);
                reload(&app);
            });
            true
        });
    })
}

/// WebView2 and WKWebView restart their pages automatically.
#[cfg(not(target_os = "linux"))]
fn watch_page(_: &WebviewWindow) -> tauri::Result<()> {
    let _ = on_page_end;
    Ok(())
}

/// Has the page drawn by the processor where the computer has no graphics device: in a simulated one its layers take more than 100 MB and
/// longer to be put together.
#[cfg(target_os = "linux")]
fn draw_without_graphics(window: &WebviewWindow) -> tauri::Result<()> {
    use webkit2gtk::{HardwareAccelerationPolicy, SettingsExt, WebViewExt};
    if has_graphics(Path::new("/dev/dri")) {
        return Ok(());
    }
    window.with_webview(|view| {
        if let Some(settings) = view.inner().settings() {
            settings.set_hardware_acceleration_policy(HardwareAccelerationPolicy::Never);
        }
    })
}

#[cfg(not(target_os = "linux"))]
fn draw_without_graphics(_: &WebviewWindow) -> tauri::Result<()> {
    Ok(())
}

/// Returns true when there is a device that draws. `folder` is where Linux lists them.
#[cfg(target_os = "linux")]
fn has_graphics(folder: &Path) -> bool {
    let Ok(devices) = std::fs::read_dir(folder) else { return false };
    devices.flatten().any(|device| device.file_name().to_string_lossy().starts_with("renderD"))
}

/// Loads the page of the application again.
pub fn reload(app: &AppHandle) {
    if let Some(window) = app.get_webview_window(MAIN)
        && let Err(error) = window.reload()
    {
        eprintln!("the page could not be loaded again: {error}");
    }
}

/// Brings the window to the front, as when the program is started a second time.
pub fn bring_to_front(app: &AppHandle) {
    let Some(window) = app.get_webview_window(MAIN).or_else(|| app.get_webview_window(NOTICE)) else { return };
    for outcome in [window.unminimize(), window.show(), window.set_focus()] {
        if let Err(error) = outcome {
            eprintln!("the window could not be brought to the front: {error}");
        }
    }
}

/// Asks for the address of the server, which the agent needs at its first start.
pub fn ask_for_server(app: &AppHandle) {
    let shell = app.state::<Shell>();
    let _turn = lock(&shell.opening);
    show_notice(app, "server.html");
}

/// Shows a notice when the start of the agent takes long, for example after an update of a large database.
pub fn show_slow_start(app: &AppHandle) {
    let app = app.clone();
    thread::spawn(move || {
        thread::sleep(SLOW);
        let shell = app.state::<Shell>();
        let _turn = lock(&shell.opening);
        if app.get_webview_window(MAIN).is_none() && app.get_webview_window(NOTICE).is_none() {
            show_notice(&app, "starting.html");
        }
    });
}

/// Shows another of the shell's own pages in their window.
fn turn_to(notice: &WebviewWindow, page: &str) -> tauri::Result<()> {
    notice.navigate(notice.url()?.join(page).map_err(tauri::Error::InvalidUrl)?)?;
    notice.show()
}

/// Hides the shell's own page until it is needed again.
pub fn hide_notice(app: &AppHandle) {
    if let Some(notice) = app.get_webview_window(NOTICE) {
        let _ = notice.hide();
    }
}

fn show_notice(app: &AppHandle, page: &str) {
    if let Some(notice) = app.get_webview_window(NOTICE) {
        if let Err(error) = turn_to(&notice, page) {
            eprintln!("{page} could not be shown: {error}");
        }
        return;
    }
    let built = WebviewWindowBuilder::new(app, NOTICE, WebviewUrl::App(page.into()))
        .title("Holdfast")
        .inner_size(480.0, 380.0)
        .resizable(false)
        .center()
        // One web context for all windows: fewer processes, and one that a test can drive.
        .data_directory(app.state::<Shell>().window_folder())
        .on_permission_request(|_, kind| permitted(&kind))
        .build()
        .and_then(|notice| use_camera(&notice));
    if let Err(error) = built {
        eprintln!("{page} could not be shown: {error}");
    }
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::has_graphics;
    use std::fs;

    #[test]
    fn finds_a_graphics_device_by_its_render_node() {
        let folder = std::env::temp_dir().join(format!("holdfast-shell-dri-{}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        assert!(!has_graphics(&folder));
        fs::create_dir_all(&folder).unwrap();
        fs::write(folder.join("card0"), "").unwrap();
        assert!(!has_graphics(&folder));
        fs::write(folder.join("renderD128"), "").unwrap();
        assert!(has_graphics(&folder));
    }
}
