import { testScreens } from './accessibility.ts';

testScreens([
  { lang: 'en', scheme: 'light', width: 1280 },
  { lang: 'th', scheme: 'dark', width: 1280 },
]);
