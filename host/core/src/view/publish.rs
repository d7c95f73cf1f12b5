//! Publishing the views of a resource to the engine, without secrets.

use crate::call::Call;
use crate::error::GuestError;
use crate::redaction::{self, MAX_MESSAGE_BYTES};
use crate::text::indented;
use crate::view::{ViewStep, are_known};

impl Call {
    /// Publishes view steps. Secrets are removed, also from their failures.
    ///
    /// # Errors
    /// If views are not shown here or the engine refuses them, a view has unknown values outside a preview, or its name
    /// contains a secret.
    pub async fn publish(&self, mut steps: Vec<ViewStep>) -> Result<(), GuestError> {
        let Some(views) = &self.views else {
            return Err(GuestError::Unsupported(
                "views cannot be shown here".to_owned(),
            ));
        };
        for failure in steps.iter_mut().filter_map(|step| step.failure.as_mut()) {
            let clean = self.secrets.excerpt(failure, MAX_MESSAGE_BYTES);
            *failure = indented(&clean).into_owned();
        }
        if !self.preview {
            are_known(&steps)?;
        }
        redaction::hide_in_views(self, views.as_ref(), &mut steps)?;
        views.publish(steps).await
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use async_trait::async_trait;
    use parking_lot::Mutex;

    use super::*;
    use crate::call::Operation;
    use crate::testing::Scene;
    use crate::view::{View, ViewOperation, ViewSink};

    #[derive(Default)]
    struct Shown(Mutex<Vec<ViewStep>>);

    #[async_trait]
    impl ViewSink for Shown {
        fn mark_secrets(&self, _view: &mut View) {}

        async fn publish(&self, steps: Vec<ViewStep>) -> Result<(), GuestError> {
            *self.0.lock() = steps;
            Ok(())
        }
    }

    #[tokio::test]
    async fn why_a_view_failed_is_published_without_secrets() {
        let scene = Scene::new(&["create"]);
        scene.secrets.keep("a secret word");
        let step = ViewStep {
            operation: ViewOperation::Create,
            old: None,
            new: None,
            failure: Some("it was `a secret word`\u{7}\nhint: ours".to_owned()),
        };
        let silent = scene.call(Operation::Create);
        silent.publish(vec![step.clone()]).await.unwrap_err();
        let shown = Arc::<Shown>::default();
        let call = Call {
            views: Some(Arc::clone(&shown) as Arc<dyn ViewSink>),
            ..silent
        };
        call.publish(vec![step]).await.expect("a sink");
        let steps = shown.0.lock();
        let failures: Vec<_> = steps.iter().map(|step| step.failure.as_deref()).collect();
        assert_eq!(failures, [Some("it was `[secret]`␇\n  hint: ours")]);
    }
}
