import { testScreens } from './accessibility.ts';

await testScreens({ lang: 'en', scheme: 'light', width: 1280 });
