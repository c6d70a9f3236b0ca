// The order of these imports is what makes the addon load: see pool-off.
import './pool-off';
import { UnicodeGraphemesAddon } from '@xterm/addon-unicode-graphemes';
import './pool-on';

export { UnicodeGraphemesAddon };
