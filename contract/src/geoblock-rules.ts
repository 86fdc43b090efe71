import { z } from 'zod';
import { GEOBLOCK_RULE_NAME_LETTERS, NO_COUNTRY } from './bounds.ts';
import { createCalls } from './call.ts';
import { CONTINENTS, COUNTRY_CODES, isCountryCode } from './countries.ts';
import { nameSchema } from './name-schema.ts';
import { commaList, Id, text, Time } from './fields.ts';
import { limitQuery, searchQuery, shortList } from './lists.ts';
import { Uses } from './uses.ts';

/** A country, or `XX`: no country at all. */
export const CountryCode = z
  .string()
  .max(8)
  .meta({ examples: ['TH'] })
  .transform((code) => code.trim().toUpperCase())
  .refine((code) => code === NO_COUNTRY || isCountryCode(code), { params: { code: 'unknown' } })
  .describe('ISO 3166-1 alpha-2, or XX for no country');

const codes = commaList(CountryCode, COUNTRY_CODES.length + 1)
  .transform((list) => [...new Set(list)])
  .refine((list) => list.indexOf(NO_COUNTRY) <= 0, { params: { code: 'unknown' } });
const denied = codes
  .refine((list) => !list.includes(NO_COUNTRY), { params: { code: 'unknown' } })
  .describe('Blocked, those too that are allowed');

/** Empty lists let everyone watch. */
export const CountryLists = z.object({ allowCountryCodes: codes, denyCountryCodes: denied });
export type CountryLists = { allowCountryCodes: string[]; denyCountryCodes: string[] };

const lists = { allowCountryCodes: z.array(z.string()), denyCountryCodes: z.array(z.string()) };

export const GeoblockRule = nameSchema(
  'GeoblockRule',
  z.object({
    id: Id,
    name: z.string(),
    teamNamespace: z.string(),
    isTeamDefault: z.boolean().describe('New projects get this rule'),
    ...lists,
    useCount: z.object({ project: z.int(), video: z.int() }),
    createdAt: Time,
    updatedAt: Time,
  }),
);
export type GeoblockRule = z.infer<typeof GeoblockRule>;

/** The policy of a video: a rule of the team, lists of its own, or what its project has. */
export const GeoblockPolicy = nameSchema(
  'GeoblockPolicy',
  z.object({
    type: z.enum(['existingRule', 'none', 'customRule']),
    ruleId: Id.nullable(),
    /** The name of the rule that applies. */
    name: z.string(),
    appliedRule: z.object(lists),
  }),
);
export type GeoblockPolicy = z.infer<typeof GeoblockPolicy>;

/** `none`: as the project has it. */
export const GeoblockPolicyInput = z
  .discriminatedUnion('type', [
    z.object({ type: z.literal('existingRule'), ruleId: Id }),
    z.object({ type: z.literal('none') }),
    z.object({ type: z.literal('customRule'), appliedRule: CountryLists }),
  ])
  .meta({ examples: [{ type: 'none' }] });
export type GeoblockPolicyInput =
  | { type: 'existingRule'; ruleId: string }
  | { type: 'none' }
  | { type: 'customRule'; appliedRule: CountryLists };

/** Geo-blocking adds this to a video, and to the calls that create and change one. */
export const videoGeoblocking = {
  answer: { geoblockPolicy: GeoblockPolicy },
  create: { geoblockPolicy: GeoblockPolicyInput.nullish() },
  update: { geoblockPolicy: GeoblockPolicyInput.optional() },
};

export const Country = z.object({
  countryCode: z.string(),
  countryNameEN: z.string(),
  countryNameTH: z.string(),
  continent: z.enum(CONTINENTS),
});
export type Country = z.infer<typeof Country>;

/** A team has as many as its list can show. */
export const MAX_GEOBLOCK_RULES = 100;

const name = text(GEOBLOCK_RULE_NAME_LETTERS);
const shared = {
  allowCountryCodes: codes.optional(),
  denyCountryCodes: denied.optional(),
  isTeamDefault: z
    .boolean()
    .optional()
    .describe('True makes it the rule of new projects, in place of the one that was'),
};

const PATH = '/api/v1/geoblock-rules';
const call = createCalls('geo-blocking', 'Where videos may be watched');

export const geoblockRules = {
  list: call({ who: 'member' })
    .route({ method: 'GET', path: PATH, summary: 'Geo-blocking rules of the team' })
    .input(
      z.object({
        limit: limitQuery({ fallback: 50, max: MAX_GEOBLOCK_RULES }),
        q: searchQuery,
      }),
    )
    .output(shortList(GeoblockRule)),
  countries: call({ who: 'member' })
    .route({
      method: 'GET',
      path: `${PATH}/countries`,
      summary: 'Countries in both languages, and the age of what tells the country of an address',
    })
    .input(z.object({}))
    .output(
      z.object({
        data: z.array(Country),
        database: z
          .object({ type: z.string(), builtAt: Time })
          .nullable()
          .describe('Null when it can’t be read: no country can be told then'),
      }),
    ),
  get: call({ who: 'member' })
    .route({ method: 'GET', path: `${PATH}/{id}`, summary: 'One rule' })
    .input(z.object({ id: Id }))
    .output(GeoblockRule),
  uses: call({ who: 'manager' })
    .route({
      method: 'GET',
      path: `${PATH}/{id}/uses`,
      summary: 'The projects and videos that have a rule, which keep it from deletion',
    })
    .input(z.object({ id: Id }))
    .output(z.object({ uses: Uses })),
  create: call({ who: 'manager', problems: { 409: 'The team has as many as it can have' } })
    .route({ method: 'POST', path: PATH, successStatus: 201, summary: 'Create a rule' })
    .input(z.object({ ...shared, name }))
    .output(GeoblockRule),
  update: call({ who: 'manager' })
    .route({
      method: 'PUT',
      path: `${PATH}/{id}`,
      summary: 'Change a rule, for viewers at once; fields left out stay',
    })
    .input(z.object({ ...shared, id: Id, name: name.optional() }))
    .output(GeoblockRule),
  delete: call({
    who: 'manager',
    problems: { 409: 'In use: `uses` says by what; or the team’s default' },
  })
    .route({
      method: 'DELETE',
      path: `${PATH}/{id}`,
      successStatus: 204,
      summary: 'Delete a rule that nothing uses',
    })
    .input(z.object({ id: Id }))
    .output(z.void()),
};
