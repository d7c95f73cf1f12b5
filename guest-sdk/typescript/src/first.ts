/** Loaded before the author's modules, so that modules and hooks find the same globals. */

import { installGlobals } from "./globals/install.js";

installGlobals();
