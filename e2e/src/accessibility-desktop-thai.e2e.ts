import { testScreens } from './accessibility.ts';

await testScreens({ lang: 'th', scheme: 'dark', width: 1280 });
