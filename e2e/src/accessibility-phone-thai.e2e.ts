import { testScreens } from './accessibility.ts';

await testScreens({ lang: 'th', scheme: 'light', width: 360 });
