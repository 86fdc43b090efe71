import { z } from 'zod';
import { MAX_OVERLAY_IMAGE_BYTES, OVERLAY_NAME_LETTERS, OVERLAY_PERCENTS } from './bounds.ts';
import { createCalls } from './call.ts';
import { nameSchema } from './name-schema.ts';
import { Id, numberField, text, Time } from './fields.ts';
import { limitQuery, shortList } from './lists.ts';

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
export const OverlayPreset = nameSchema(
  'OverlayPreset',
  z.object({
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
  }),
);
export type OverlayPreset = z.infer<typeof OverlayPreset>;

/** Overlays add this to a video, and to the call that creates some. */
export const videoOverlay = {
  answer: { overlayPresetId: Id.nullable() },
  create: { overlayPresetId: Id.nullish() },
};

/** A team has as many as its list can show. */
export const MAX_OVERLAY_PRESETS = 100;

/** A form has the picture and the other fields. */
const MAX_FORM_BYTES = MAX_OVERLAY_IMAGE_BYTES + 64 * 1024;

const image = z.file().min(1).max(MAX_OVERLAY_IMAGE_BYTES);
const fields = {
  name: text(OVERLAY_NAME_LETTERS),
  position: OverlayPosition,
  sizePercent: numberField(OVERLAY_PERCENTS.sizePercent),
  opacityPercent: numberField(OVERLAY_PERCENTS.opacityPercent),
  marginPercent: numberField(OVERLAY_PERCENTS.marginPercent),
};

const PATH = '/api/encoding/v1/overlay-presets';
const call = createCalls('overlay presets', 'Pictures that are drawn over videos');

export const overlayPresets = {
  list: call({ who: 'member' })
    .route({ method: 'GET', path: PATH, summary: 'Overlay presets of the team' })
    .input(
      z.object({ limit: limitQuery({ fallback: MAX_OVERLAY_PRESETS, max: MAX_OVERLAY_PRESETS }) }),
    )
    .output(shortList(OverlayPreset)),
  create: call({
    who: 'manager',
    maxFormBytes: MAX_FORM_BYTES,
    problems: { 409: 'The team has as many as it can have', 415: 'The body is no form' },
  })
    .route({
      method: 'POST',
      path: PATH,
      successStatus: 201,
      summary: 'Create an overlay preset: PNG or JPEG of at most 2 MB and 4 megapixels',
    })
    .input(z.object({ ...fields, image }))
    .output(OverlayPreset),
  update: call({
    who: 'manager',
    maxFormBytes: MAX_FORM_BYTES,
    problems: { 409: 'In use by a video', 415: 'The body is neither JSON nor a form' },
  })
    .route({
      method: 'PUT',
      path: `${PATH}/{id}`,
      summary: 'Replace an overlay preset; without an image it keeps the one that it has',
    })
    .input(z.object({ id: Id, ...fields, image: image.optional() }))
    .output(OverlayPreset),
  delete: call({ who: 'manager', problems: { 409: 'In use by a video' } })
    .route({
      method: 'DELETE',
      path: `${PATH}/{id}`,
      successStatus: 204,
      summary: 'Delete an overlay preset that no video uses',
    })
    .input(z.object({ id: Id }))
    .output(z.void()),
  image: call({ who: 'member' })
    .route({ method: 'GET', path: `${PATH}/{id}/image`, summary: 'The picture, as PNG' })
    .input(z.object({ id: Id }))
    .output(z.file().mime('image/png')),
};
