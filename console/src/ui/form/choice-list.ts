import { readyPart } from '../../base/lazy-part.tsx';

export const ChoiceList = readyPart(
  async () => (await import('../overlay/choice-list.tsx')).ChoiceList,
);
