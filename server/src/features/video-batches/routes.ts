import { AppError } from '../../base/errors.ts';
import { os } from '../../base/routes.ts';

const create = os.videoBatches.create.handler(() => {
  throw new AppError('unavailable');
});
const list = os.videoBatches.list.handler(() => {
  throw new AppError('unavailable');
});
const get = os.videoBatches.get.handler(() => {
  throw new AppError('unavailable');
});
const undo = os.videoBatches.undo.handler(() => {
  throw new AppError('unavailable');
});

export const videoBatchesRoutes = { create, list, get, undo };
