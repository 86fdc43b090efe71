import { testScreens } from './accessibility.ts';

await testScreens({ lang: 'en', scheme: 'dark', width: 360 });
