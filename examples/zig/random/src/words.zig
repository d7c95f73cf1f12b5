//! The words of the names of pets.

/// Adverbs, which stand before the adjective of a longer name.
pub const adverbs = [_][]const u8{
    "always", "barely", "boldly",   "bravely", "brightly", "calmly",  "cheerfully", "clearly", "curiously", "daily",   "deeply",  "eagerly", "early",
    "evenly", "firmly", "freely",   "fully",   "gently",   "gladly",  "highly",     "hugely",  "kindly",    "lightly", "loudly",  "madly",   "mostly",
    "nearly", "neatly", "newly",    "nicely",  "oddly",    "often",   "openly",     "partly",  "politely",  "proudly", "quickly", "quietly", "rarely",
    "simply", "slowly", "smoothly", "softly",  "surely",   "swiftly", "truly",      "warmly",  "weekly",    "wisely",  "yearly",
};

/// Adjectives, which stand before the animal.
pub const adjectives = [_][]const u8{
    "amber",   "blue",    "brave", "busy",   "calm",    "clever", "cool",   "curious", "dancing",   "dreaming", "fluffy", "fresh", "frosty",  "gentle", "giant",
    "golden",  "green",   "happy", "hungry", "jolly",   "lazy",   "lucky",  "merry",   "mild",      "misty",    "noble",  "old",   "patient", "polite", "proud",
    "quick",   "quiet",   "rainy", "round",  "scarlet", "shy",    "silent", "silver",  "singing",   "sleepy",   "slow",   "small", "smart",   "snowy",  "soft",
    "spotted", "striped", "sunny", "swift",  "tall",    "tame",   "tiny",   "violet",  "wandering", "warm",     "wild",   "windy", "wise",    "woolly", "young",
};

/// Animals, the last words of names.
pub const animals = [_][]const u8{
    "ant",      "badger", "bear",  "beaver", "bee",      "beetle",   "bison",  "camel",  "carp",   "cat",     "cheetah", "cow",     "crab",   "crane",    "cricket",  "deer",   "dog",
    "dolphin",  "duck",   "eagle", "eel",    "elephant", "elk",      "falcon", "finch",  "fox",    "frog",    "gecko",   "giraffe", "goat",   "goose",    "gorilla",  "hare",   "hawk",
    "hedgehog", "hen",    "heron", "hippo",  "horse",    "kangaroo", "koala",  "lark",   "lemur",  "leopard", "lion",    "lizard",  "llama",  "lobster",  "lynx",     "magpie", "mole",
    "moose",    "moth",   "mouse", "newt",   "octopus",  "otter",    "owl",    "panda",  "parrot", "pelican", "penguin", "pig",     "pigeon", "pike",     "platypus", "puffin", "rabbit",
    "raven",    "rhino",  "robin", "salmon", "seal",     "shark",    "sheep",  "shrimp", "sloth",  "snail",   "sparrow", "spider",  "squid",  "squirrel", "stork",    "swan",   "tapir",
    "tiger",    "toad",   "trout", "turkey", "turtle",   "walrus",   "whale",  "wolf",   "wombat", "zebra",
};
