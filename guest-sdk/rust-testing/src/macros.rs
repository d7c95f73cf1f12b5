//! Running one test in both ways.

/// Makes tests of functions that take a [`Provider`](crate::Provider): one for each with the provider as plain Rust, in
/// the module `native`, and one with the built component, in the module `component`. The latter need the feature
/// `component` of this crate.
///
/// ```
/// # use pulumi_wasm_provider::prelude::*;
/// # #[derive(Resource)]
/// # struct Greeting { name: String }
/// # #[resource]
/// # impl Lifecycle for Greeting {
/// #     fn create(_: GreetingInputs, _: &Context) -> Result<Created<Self>> {
/// #         Created::new("one", GreetingOutputs)
/// #     }
/// # }
/// # provider! { name: "hello", resources: [Greeting] }
/// # mod tests {
/// use pulumi_wasm_testing::{Failure, Provider, Step};
/// use serde_json::json;
///
/// pulumi_wasm_testing::both_ways! {
///     crate::PulumiProvider, component: "hello.wasm";
///     a_greeting_is_made,
/// }
///
/// fn a_greeting_is_made(provider: Provider) -> Result<(), Failure> {
///     let mut greeting = provider.resource("Greeting", "first");
///     assert_eq!(greeting.up(json!({ "name": "Ada" }))?, Step::Created);
///     Ok(())
/// }
/// # }
/// # fn main() {}
/// ```
#[macro_export]
macro_rules! both_ways {
    ($provider:ty, component: $component:expr; $($test:ident),* $(,)?) => {
        mod native {
            $(
                #[test]
                fn $test() -> impl ::std::process::Termination {
                    super::$test($crate::Provider::native::<$provider>())
                }
            )*
        }

        $crate::through_the_component! { $component; $($test),* }
    };
}

#[doc(hidden)]
#[cfg(feature = "component")]
#[macro_export]
macro_rules! through_the_component {
    ($component:expr; $($test:ident),*) => {
        mod component {
            $(
                #[test]
                fn $test() -> impl ::std::process::Termination {
                    super::$test($crate::Provider::component_of(
                        ::core::env!("CARGO_MANIFEST_DIR"),
                        $component,
                    ))
                }
            )*
        }
    };
}

#[doc(hidden)]
#[cfg(not(feature = "component"))]
#[macro_export]
macro_rules! through_the_component {
    ($component:expr; $($test:ident),*) => {};
}
