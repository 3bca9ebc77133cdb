import { HostObject, hostClass } from '../hostClass.ts';
import { ExpressionError } from '../errors.ts';
import type { Runtime } from '../scope.ts';
import { composite, toText } from '../toText.ts';
import { Char } from '../values.ts';
import type { NetObject, Value } from '../values.ts';
import { char, int, rest, text, textOrChar } from './arguments.ts';
import { charAt } from './strings.ts';

interface BuilderState {
  text: string;
  readonly runtime: Runtime;
  /** The builder itself: its methods return it, to be chained. */
  self: NetObject | null;
}

function put(state: BuilderState, added: string): Value {
  state.runtime.budget.hold(state.text.length + added.length);
  state.text += added;
  return state.self;
}

function appended(state: BuilderState, args: readonly Value[]): string {
  const value = args[0] ?? null;
  if (value instanceof Char && args.length === 2) {
    state.runtime.budget.hold(int(args, 1));
    return String.fromCharCode(value.code).repeat(int(args, 1));
  }
  return toText(value, state.runtime.culture);
}

const builderClass = hostClass<BuilderState>('StringBuilder', {
  properties: {
    Length: {
      get: (state) => state.text.length,
      set: (state, value) => {
        if (typeof value !== 'number' || value < 0) throw new ExpressionError('Length must be a whole number');
        state.runtime.budget.hold(value);
        state.text = state.text.slice(0, value).padEnd(value, '\0');
      },
    },
  },
  methods: {
    Append: (state, args) => put(state, appended(state, args)),
    AppendLine: (state, args) => put(state, `${args.length > 0 ? appended(state, args) : ''}\r\n`),
    AppendFormat: (state, args) => put(state, composite(text(args, 0), rest(args, 1), state.runtime.culture)),
    Insert: (state, args) => {
      const at = int(args, 0);
      const added = toText(args[1] ?? null, state.runtime.culture);
      state.runtime.budget.hold(state.text.length + added.length);
      state.text = state.text.slice(0, at) + added + state.text.slice(at);
      return state.self;
    },
    Remove: (state, args) => {
      state.text = state.text.slice(0, int(args, 0)) + state.text.slice(int(args, 0) + int(args, 1));
      return state.self;
    },
    Replace: (state, args) => {
      const pieces = state.text.split(textOrChar(args, 0));
      const put = args[1] === null ? '' : textOrChar(args, 1);
      state.runtime.budget.hold(state.text.length + pieces.length * put.length);
      state.text = pieces.join(put);
      return state.self;
    },
    Clear: (state) => {
      state.text = '';
      return state.self;
    },
  },
  getIndex: (state, index) => charAt(state.text, int(index, 0)),
  setIndex: (state, index, value) => {
    const at = int(index, 0);
    charAt(state.text, at);
    state.text = state.text.slice(0, at) + String.fromCharCode(char([value], 0)) + state.text.slice(at + 1);
  },
  text: (state) => state.text,
});

/** `new StringBuilder(…)`. */
export function newStringBuilder(args: readonly Value[], runtime: Runtime): NetObject {
  const state: BuilderState = { text: typeof args[0] === 'string' ? args[0] : '', runtime, self: null };
  const builder = new HostObject(builderClass, state);
  state.self = builder;
  return builder;
}
