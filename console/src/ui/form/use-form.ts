import { useCallback, useEffect, useRef, useState } from 'react';
import { toFieldErrors } from '../../base/error-text.ts';
import { type SaveOptions, useSave } from '../../base/use-save.ts';

/**
 * Says in words why a field can't be sent. A problem that `waits` is shown after the field was left, or on
 * saving, so that unfinished fields are not blamed.
 */
export type FieldProblem = string | { text: string; waits: boolean };

type Field = { id: string; label: string; error: string | undefined; readOnly: boolean };
export type TextField = Field & {
  value: string;
  onChange: (event: { currentTarget: { value: string } }) => void;
};

type Problems = Record<string, FieldProblem | undefined>;

type Options<Values, Output> = SaveOptions<Values, Output> & {
  /** Begins the ids of its fields. */
  id: string;
  /** The stored values, or a new thing's first ones; untouched fields follow them. */
  stored: Values;
  /** By the path of the field, in the order of the form. */
  problems?: (values: Values) => Problems;
  /** Each field has its name here, by its path. */
  labels: Record<string, string> | ((path: string) => string);
  /** The field that the server means by a path, where it is called otherwise. */
  fieldOf?: (path: string) => string;
  isSame?: (one: Values, other: Values) => boolean;
  /** Opens what hides these fields, before the first of them gets the focus. */
  reveal?: (paths: string[], values: Values) => void;
  readOnly?: boolean;
  /** Nothing is stored yet: it may be sent as it stands. */
  isNew?: boolean;
  /** The page is left once it is saved; until then the typed values stay visible. */
  leaves?: boolean;
};

/** Says how long "saved" stays, in ms (specification 3, section 9). */
const SAVED_MS = 2000;

const isEqual = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);
const nothing: ReadonlySet<string> = new Set();

/** A form's state: changed values, problems, and how it is saved. */
export function useForm<Values extends object, Output = unknown>(options: Options<Values, Output>) {
  const { id, stored, labels, fieldOf = (path) => path, isSame = isEqual, reveal } = options;
  const [draft, setDraft] = useState<Partial<Values>>({});
  const [touched, setTouched] = useState(nothing);
  const [isTried, setTried] = useState(false);
  const [discards, setDiscards] = useState(0);
  const getId = (path: string) => `${id}-${path}`;
  const focus = useFocus(getId);
  const values: Values = { ...stored, ...draft };

  const clear = () => {
    setDraft({});
    setTouched(nothing);
    setTried(false);
  };
  const lead = (paths: string[]) => {
    reveal?.(paths, values);
    focus(paths);
  };
  const toRefusals = (error: unknown) =>
    Object.fromEntries(
      Object.entries(toFieldErrors(error)).map(([path, text]) => [fieldOf(path), text]),
    );
  const isShown = useRef(false);
  const save = useSave<Values, Output>({
    savedMs: SAVED_MS,
    ...options,
    shownByPage: (error) => isShown.current || options.shownByPage?.(error) === true,
    run: async (sent) => {
      try {
        return await options.run(sent);
      } catch (error) {
        lead(Object.keys(toRefusals(error)));
        throw error;
      }
    },
    onDone: (output, sent) => {
      const done = options.onDone?.(output, sent);
      if (!options.leaves) clear();
      return done;
    },
  });

  const found = Object.entries(options.problems?.(values) ?? {}).flatMap(([path, problem]) =>
    problem === undefined
      ? []
      : [{ path, ...(typeof problem === 'string' ? { text: problem, waits: false } : problem) }],
  );
  const shown = found.filter(({ path, waits }) => !waits || isTried || touched.has(path));
  const refused = toRefusals(save.error);
  const errors: Record<string, string | undefined> = {
    ...refused,
    ...Object.fromEntries(shown.map(({ path, text }) => [path, text])),
  };
  const getLabel = (path: string) =>
    typeof labels === 'function' ? labels(path) : (labels[path] ?? path);
  const isDirty = !isSame(values, stored);
  const isFixed = options.readOnly === true || save.isPending;
  const set = (change: Partial<Values>) => {
    setDraft((before) => ({ ...before, ...change }));
    // The server's refusal was said of what stood there before.
    if (save.isError || save.isSuccess) save.reset();
  };
  /** Gives a field all that it needs besides its value. */
  const at = (path: string): Field => ({
    id: getId(path),
    label: getLabel(path),
    error: errors[path],
    readOnly: isFixed,
  });
  const trySave = async (): Promise<boolean> => {
    if (isFixed) return false;
    setTried(true);
    if (found.length > 0) {
      lead(found.map(({ path }) => path));
      return false;
    }
    if (!isDirty && options.isNew !== true) return true;
    return save.mutateAsync(values).then(
      () => true,
      // The form says so, or a toast.
      () => false,
    );
  };
  return {
    /** Its bar says for a moment that it is saved; others have a toast. */
    tellsSaved: save.isSuccess && !isDirty && options.done === undefined,
    /** Names the kind of thing in messages. */
    item: options.item,
    values,
    set,
    at,
    /** All that a field of text needs. */
    input: (path: keyof Values & string): TextField => ({
      ...at(path),
      value: String(values[path]),
      onChange: (event) => set({ [path]: event.currentTarget.value } as Partial<Values>),
    }),
    errors,
    refused,
    save,
    isDirty,
    isFixed,
    isReadOnly: options.readOnly === true,
    problemCount: shown.length,
    focus: (path: string) => focus([path]),
    touch: (...paths: string[]) => setTouched((before) => new Set([...before, ...paths])),
    /** Shows the problems of these fields, and answers whether there are none. */
    check: (paths: readonly string[]) => {
      setTouched((before) => new Set([...before, ...paths]));
      const bad = found.map(({ path }) => path).filter((path) => paths.includes(path));
      if (bad.length > 0) lead(bad);
      return bad.length === 0;
    },
    /** Saves, or leads to what keeps it. Answers whether it is saved. */
    trySave,
    submit: () => void trySave(),
    /** Its bar says why a save failed, so that no toast does. Returns what ends that. */
    showFailures: useCallback(() => {
      isShown.current = true;
      return () => {
        isShown.current = false;
      };
    }, [isShown]),
    /** Counts discards; parts with a state of their own reset with each. */
    discards,
    discard: () => {
      clear();
      setDiscards(discards + 1);
      save.reset();
    },
  };
}

/** The parts of a form need this of it, whatever its values are. */
export type AnyForm = Omit<ReturnType<typeof useForm>, 'values' | 'set' | 'input' | 'save'> & {
  save: { error: unknown; isPending: boolean; isSuccess: boolean };
};

/** Brings the focus to the first of the fields that is there, once they are drawn. */
function useFocus(idOf: (path: string) => string): (paths: readonly string[]) => void {
  const [wanted, setWanted] = useState<readonly string[]>([]);
  useEffect(() => {
    const fields = wanted.map((path) => document.getElementById(path));
    fields.find((field) => field !== null)?.focus();
  }, [wanted]);
  return (paths) => setWanted(paths.map(idOf));
}
