import { oc } from '@orpc/contract';
import { z } from 'zod';
import { call } from './call.ts';
import { Id, numberField, text, Time } from './fields.ts';
import { queryNumber, shortList } from './lists.ts';

export const OverlayPosition = z.enum([
  'topLeft',
  'top',
  'topRight',
  'left',
  'center',
  'right',
  'bottomLeft',
  'bottom',
  'bottomRight',
]);
export type OverlayPosition = z.infer<typeof OverlayPosition>;

/** A picture that is drawn over a video while it is encoded. */
export const OverlayPreset = z.object({
  id: Id,
  name: z.string(),
  image: z.object({
    width: z.int(),
    height: z.int(),
    /** Changes with the picture; the picture itself is behind `…/{id}/image`. */
    version: z.string(),
  }),
  position: OverlayPosition,
  /** Width of the picture, of the frame's width. */
  sizePercent: z.int(),
  opacityPercent: z.int(),
  /** Between the picture and the frame's edge, of the frame's width. */
  marginPercent: z.int(),
  /** Used by a video: can't be changed any more, but for its name. */
  isInUse: z.boolean(),
  createdAt: Time,
  updatedAt: Time,
});
export type OverlayPreset = z.infer<typeof OverlayPreset>;

export const overlayImageTypes = ['image/png', 'image/jpeg'] as const;
export const mostOverlayImageBytes = 2 * 1024 * 1024;
export const mostOverlayImagePixels = 4_000_000;

/** Of a team: as many as its list can show. */
export const mostOverlayPresets = 100;

/** Of a form: the picture and the other fields. */
const maxFormBytes = mostOverlayImageBytes + 64 * 1024;

const image = z.file().min(1).max(mostOverlayImageBytes);
const fields = {
  name: text({ least: 1, most: 120 }),
  position: OverlayPosition,
  sizePercent: numberField({ least: 1, most: 100 }),
  opacityPercent: numberField({ least: 1, most: 100 }),
  marginPercent: numberField({ least: 0, most: 50 }),
};

const path = '/api/encoding/v1/overlay-presets';
const tags = ['overlay presets'];

export const overlayPresets = {
  list: oc
    .route({ method: 'GET', path, tags, summary: 'Overlay presets of the team' })
    .input(z.object({ limit: queryNumber(1, mostOverlayPresets).default(mostOverlayPresets) }))
    .output(shortList(OverlayPreset)),
  create: call
    .route({
      method: 'POST',
      path,
      successStatus: 201,
      tags,
      summary: 'Create an overlay preset: PNG or JPEG of at most 2 MB and 4 megapixels',
    })
    .meta({ maxFormBytes })
    .input(z.object({ ...fields, image }))
    .output(OverlayPreset),
  update: call
    .route({
      method: 'PUT',
      path: `${path}/{id}`,
      tags,
      summary: 'Replace an overlay preset; without an image it keeps the one that it has',
    })
    .meta({ maxFormBytes })
    .input(z.object({ id: Id, ...fields, image: image.optional() }))
    .output(OverlayPreset),
  delete: oc
    .route({
      method: 'DELETE',
      path: `${path}/{id}`,
      successStatus: 204,
      tags,
      summary: 'Delete an overlay preset that no video uses',
    })
    .input(z.object({ id: Id }))
    .output(z.void()),
  image: oc
    .route({ method: 'GET', path: `${path}/{id}/image`, tags, summary: 'The picture, as PNG' })
    .input(z.object({ id: Id }))
    .output(z.file().mime('image/png')),
};
