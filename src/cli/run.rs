//! `ios-mcp run`: a flow replayed without a model, with a report to attach.
//!
//! Exit codes: 0 every step held, 1 one broke or the device could not be driven, 2 the flow, a secret
//! or the folder of the report is not right, and nothing was touched.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Args;

use crate::application::context::CallContext;
use crate::application::replay::{FlowRun, Played, Replay, Secrets};
use crate::cli::output::{Failed, print, remark, unwritten};
use crate::cli::settings::DeviceArguments;
use crate::container::Container;
use crate::domain::error::{DeviceError, ErrorCode};
use crate::domain::flow::{Flow, SecretName};
use crate::domain::ports::{PictureFormat, PictureLimits};

mod html;
mod junit;

use self::html::Page;

/// A picture in the report: small enough that fifty of them are still one attachment.
const PICTURES: PictureLimits =
    PictureLimits { format: PictureFormat::Jpeg, long_edge: 640, bytes: 60_000 };

#[derive(Args)]
pub(super) struct Run {
    /// File that save_flow wrote.
    flow: PathBuf,
    /// Text of a secret of the flow; or IOS_MCP_SECRET_NAME in the environment. Repeatable.
    #[arg(long = "secret", value_name = "NAME=TEXT")]
    secrets: Vec<String>,
    /// Folder for report.html and junit.xml.
    #[arg(long, value_name = "FOLDER", default_value = "flow-report")]
    report: PathBuf,
    /// Take no pictures of the screen.
    #[arg(long)]
    no_pictures: bool,
    #[command(flatten)]
    devices: DeviceArguments,
    /// Device to replay it on: UDID or name.
    #[arg(long, value_name = "DEVICE", env = "IOS_MCP_DEVICE")]
    device: Option<String>,
}

impl Run {
    pub(super) async fn run(self) -> Result<ExitCode, Failed> {
        let container = self.devices.container()?;
        let flow = container.flows().load(&self.flow).map_err(Failed::Usage)?;
        let secrets = secrets(&flow, &self.secrets).map_err(Failed::Usage)?;
        std::fs::create_dir_all(&self.report).map_err(|e| unwritten(&self.report, e))?;
        let session = container.ui().session(self.device.as_deref()).await?;
        let context = CallContext::of("ios-mcp run");
        let replay = Replay::new(&session, &flow, &secrets, !self.no_pictures, &context)
            .map_err(Failed::Usage)?;
        let run = replay.run(tell).await;
        print(&ending(&run));
        let device = session.device().name.clone();
        self.write(&container, &run, &device).await?;
        Ok(ExitCode::from(u8::from(!run.held())))
    }

    async fn write(
        &self,
        container: &Container,
        run: &FlowRun,
        device: &str,
    ) -> Result<(), Failed> {
        let name = self.flow.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let mut pictures = Vec::new();
        for played in &run.played {
            let fitted = match &played.picture {
                Some(picture) => container.pictures().fit(picture, PICTURES).await.ok(),
                None => None,
            };
            pictures.push(fitted.map(|fitted| fitted.bytes));
        }
        let page = Page { name: &name, device, run, pictures: &pictures };
        keep(&self.report.join("report.html"), &page.html())?;
        keep(&self.report.join("junit.xml"), &junit::xml(&name, run))?;
        remark(&format!("report: {}", self.report.join("report.html").display()));
        Ok(())
    }
}

fn keep(path: &Path, text: &str) -> Result<(), Failed> {
    std::fs::write(path, text).map_err(|error| unwritten(path, error))
}

/// The texts of the flow's secrets: those given, then the environment's.
fn secrets(flow: &Flow, given: &[String]) -> Result<Secrets, DeviceError> {
    let mut secrets = Secrets::new();
    for pair in given {
        let (name, text) = pair.split_once('=').ok_or_else(|| {
            DeviceError::new(ErrorCode::InvalidArgument, "--secret takes NAME=TEXT")
        })?;
        secrets.insert(SecretName::parse(name)?, text.to_owned());
    }
    let needed = flow.secrets();
    if let Some(other) = secrets.keys().find(|name| !needed.contains(name)) {
        return Err(DeviceError::invalid("secret", "is none of the flow's", other.as_str()));
    }
    for name in needed {
        if secrets.contains_key(&name) {
            continue;
        }
        let variable = format!("IOS_MCP_SECRET_{}", name.as_str().to_uppercase());
        match std::env::var(&variable) {
            Ok(text) if !text.is_empty() => secrets.insert(name, text),
            _ => {
                let message = format!("the flow types the secret \"{name}\"; nothing was touched");
                return Err(DeviceError::new(ErrorCode::SecretNotFound, message)
                    .with_hint(format!("give --secret {name}=… or set {variable}")));
            }
        };
    }
    Ok(secrets)
}

/// One step as it ends.
fn tell(number: usize, played: &Played) {
    let mut lines = vec![format!("{number}. {} ({:.1} s)", played.said, played.took.as_secs_f64())];
    lines.extend(played.notes.iter().map(|note| format!("   {note}")));
    print(&lines.join("\n"));
}

/// The end of the run: where it broke, why, and the screen as it is.
fn ending(run: &FlowRun) -> String {
    let (done, all) = (run.played.len(), run.played.len() + run.left.len());
    let Some((last, broke)) =
        run.played.last().and_then(|last| last.broke.as_ref().map(|broke| (last, broke)))
    else {
        return format!("held: {done} of {all} steps in {:.1} s", run.took.as_secs_f64());
    };
    let mut lines = vec![
        format!("broke: step {done} of {all}, {}", last.asked),
        format!("reason: {}", broke.reason),
    ];
    lines.extend(broke.hint.iter().map(|hint| format!("hint: {hint}")));
    if !broke.candidates.is_empty() {
        lines.push("candidates:".to_owned());
        lines.extend(broke.candidates.iter().map(|one| format!("  {}", one.summary)));
    }
    lines.push("the screen as it is:".to_owned());
    lines.push(broke.screen.clone());
    lines.join("\n")
}
