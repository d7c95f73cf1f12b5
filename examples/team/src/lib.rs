//! The accounts of a team: components that are made of resources of another package.

use pulumi_wasm_provider::prelude::*;

/// An account of one person.
#[derive(Component)]
struct Account {
    /// The owner.
    user: Input<String>,
    /// How many characters the first password has.
    #[property(default = 16, minimum = 8, maximum = 64)]
    length: Input<u32>,
    /// The name of the account.
    login: Output<String>,
    /// The first password.
    #[property(secret)]
    password: Output<String>,
}

impl Construct for Account {
    fn construct(inputs: AccountInputs, cx: &ComponentContext) -> Result<AccountOutputs> {
        let login = cx.child(
            "login",
            "random:index/randomPet:RandomPet",
            properties! { prefix: inputs.user, length: 1 },
        )?;
        let secret = cx.options().depends_on(&login).child(
            "password",
            "random:index/randomPassword:RandomPassword",
            properties! { length: inputs.length },
        )?;
        Ok(AccountOutputs {
            login: login.id(),
            password: secret.output("result"),
        })
    }
}

/// A team, with an account for each of its members.
#[derive(Component)]
struct Team {
    /// The domain of the mail addresses.
    domain: Input<String>,
    /// The members of the team.
    #[property(min_items = 1, max_items = 50, unique_items)]
    members: Vec<String>,
    /// The mail addresses of the members.
    addresses: Output<Vec<String>>,
    /// A text that names them all.
    welcome: Output<String>,
}

impl Construct for Team {
    fn construct(inputs: TeamInputs, cx: &ComponentContext) -> Result<TeamOutputs> {
        let mut addresses = Vec::new();
        cx.group("accounts", "Accounts", |cx| {
            for member in &inputs.members {
                let account = properties! { user: member };
                let account = cx.component(member, of::<Account>(), account)?;
                let login: Output<String> = account.output("login");
                addresses.push(interpolate!("{login}@{}", inputs.domain));
            }
            Ok(())
        })?;
        let addresses = all(addresses);
        let welcome = addresses.apply(|all| format!("Welcome, {}!", all.join(" and ")));
        Ok(TeamOutputs { addresses, welcome })
    }
}

provider!(
    Provider::new("team")
        .component::<Team>()
        .component::<Account>()
        .package(Package::new("random").version("4.18.0"))
);
