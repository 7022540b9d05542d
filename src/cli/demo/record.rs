//! What was shown, as data: for the summary and for the report.

/// One call and its answer.
pub(super) struct Call {
    pub(super) tool: String,
    /// As it was sent.
    pub(super) arguments: String,
    pub(super) answer: String,
    pub(super) picture: Option<Picture>,
}

/// A picture that was saved.
pub(super) struct Picture {
    pub(super) name: String,
    pub(super) jpeg: Vec<u8>,
    pub(super) caption: String,
}

/// What steps cost.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Cost {
    /// Whole trees that the phone was asked for.
    pub(super) trees: u64,
    /// Seconds on the phone's clock.
    pub(super) seconds: f64,
    /// Tokens of the answers: characters / 4.
    pub(super) tokens: usize,
}

impl std::ops::Add for Cost {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self {
            trees: self.trees + other.trees,
            seconds: self.seconds + other.seconds,
            tokens: self.tokens + other.tokens,
        }
    }
}

/// A verdict beside the phone's own truth.
pub(super) struct Finding {
    /// It only sets the scene: held against the truth like any other, and no row of the summary.
    pub(super) sets_scene: bool,
    pub(super) step: String,
    pub(super) verdict: String,
    /// What the phone itself says.
    pub(super) truth: String,
    /// What does not agree; none when everything does.
    pub(super) differs: Vec<String>,
    pub(super) cost: Cost,
}

impl Finding {
    pub(super) fn agrees(&self) -> bool {
        self.differs.is_empty()
    }
}

/// A scene: what is to be seen, and what was.
#[derive(Default)]
pub(super) struct Scene {
    pub(super) title: String,
    pub(super) narration: String,
    pub(super) shown: Vec<Shown>,
}

/// One thing of a scene, in order.
pub(super) enum Shown {
    Call(Call),
    Finding(Finding),
}

/// Everything that was shown.
#[derive(Default)]
pub(super) struct Record {
    pub(super) seed: u64,
    pub(super) scenes: Vec<Scene>,
}

impl Record {
    pub(super) fn findings(&self) -> impl Iterator<Item = &Finding> {
        self.scenes.iter().flat_map(|scene| &scene.shown).filter_map(|shown| match shown {
            Shown::Finding(finding) => Some(finding),
            Shown::Call(_) => None,
        })
    }

    pub(super) fn add(&mut self, shown: Shown) {
        if let Some(scene) = self.scenes.last_mut() {
            scene.shown.push(shown);
        }
    }
}
