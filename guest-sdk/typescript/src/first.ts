/** Loaded before the author's modules, so that what they find is what hooks find later. */

import { installGlobals } from "./globals/install.js";

installGlobals();
