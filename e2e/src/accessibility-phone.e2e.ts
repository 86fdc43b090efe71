import { testScreens } from './accessibility.ts';

testScreens([
  { lang: 'th', scheme: 'light', width: 360 },
  { lang: 'en', scheme: 'dark', width: 360 },
]);
