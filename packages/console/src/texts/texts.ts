import { accountTexts } from './account';
import { emailTexts } from './emails';
import { resourceTexts } from './resources';
import { settingTexts } from './settings';
import { shellTexts } from './shell';

/** All texts of the console. */
export const texts = { ...shellTexts, ...accountTexts, ...emailTexts, ...settingTexts, ...resourceTexts };
