//! Pictures of the screen, drawn off the runtime's threads and kept while nothing moves.

use std::sync::{Arc, Mutex, PoisonError};

use crate::compositor::Compositor;
use crate::geometry::Rect;
use crate::scene::Scene;

/// Draws and remembers the last picture.
#[derive(Default)]
pub(crate) struct Screen {
    state: Arc<Mutex<State>>,
}

#[derive(Default)]
struct State {
    compositor: Option<Compositor>,
    last: Option<(u64, Arc<Vec<u8>>)>,
}

impl Screen {
    /// The PNG of a scene, or of a part of it; `revision` names the scene.
    pub(crate) async fn png(
        &self,
        scene: Scene,
        revision: u64,
        part: Option<Rect>,
    ) -> Option<Arc<Vec<u8>>> {
        let state = Arc::clone(&self.state);
        let drawn = tokio::task::spawn_blocking(move || {
            let mut state = state.lock().unwrap_or_else(PoisonError::into_inner);
            match part {
                Some(part) => state.cropped(&scene, &part),
                None => Some(state.whole(&scene, revision)),
            }
        });
        drawn.await.ok().flatten()
    }
}

impl State {
    fn whole(&mut self, scene: &Scene, revision: u64) -> Arc<Vec<u8>> {
        if let Some((known, png)) = &self.last
            && *known == revision
        {
            return Arc::clone(png);
        }
        let png = Arc::new(self.compositor.get_or_insert_with(Compositor::new).png(scene));
        self.last = Some((revision, Arc::clone(&png)));
        png
    }

    fn cropped(&mut self, scene: &Scene, part: &Rect) -> Option<Arc<Vec<u8>>> {
        let (width, height, pixels) =
            self.compositor.get_or_insert_with(Compositor::new).rgba(scene);
        let screen = Rect::new(0.0, 0.0, scene.size.width, scene.size.height);
        let part = part.intersection(&screen)?;
        let edge = |points: f64, most: u32| ((points * scene.scale).round() as u32).min(most);
        let (left, right) = (edge(part.x, width), edge(part.x + part.width, width));
        let (top, bottom) = (edge(part.y, height), edge(part.y + part.height, height));
        let mut own = Vec::new();
        for row in top..bottom {
            let start = (row as usize * width as usize + left as usize) * 4;
            own.extend_from_slice(pixels.get(start..start + (right - left) as usize * 4)?);
        }
        encoded(right - left, bottom - top, &own).map(Arc::new)
    }
}

fn encoded(width: u32, height: u32, pixels: &[u8]) -> Option<Vec<u8>> {
    let mut out = Vec::new();
    let mut encoder = png::Encoder::new(&mut out, width, height);
    encoder.set_color(png::ColorType::Rgba);
    encoder.set_depth(png::BitDepth::Eight);
    let mut writer = encoder.write_header().ok()?;
    writer.write_image_data(pixels).ok()?;
    writer.finish().ok()?;
    Some(out)
}
