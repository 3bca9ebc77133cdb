import { ExpressionError } from '../../../expression/errors.ts';
import type { Call } from '../../binder/types/types.ts';
import { error } from '../../runtime/values.ts';
import type { XmlObj } from './xmlNodes.ts';

/** XPath 1.0 for elements, attributes and texts. Unsupported parts are refused by name. */

type Atom = string | number | boolean | readonly XmlObj[];
type Evaluate = (node: XmlObj, position: number, size: number) => Atom;

const TOKEN =
  /\s*(\/\/|\.\.|::|<=|>=|!=|[./@()[\],*=<>|+-]|"[^"]*"|'[^']*'|\d+(?:\.\d+)?|[\p{L}_][\p{L}\p{N}_.-]*(?::[\p{L}_][\p{L}\p{N}_.-]*)?)/uy;

/** Returns the nodes that a path selects, in document order. */
export function selectNodes(c: Call, start: XmlObj, path: string): XmlObj[] {
  const found = new PathReader(c, path).whole()(start, 1, 1);
  if (typeof found !== 'object') throw error('XPathException', 'Expression must evaluate to a node-set.');
  return [...found];
}

class PathReader {
  readonly #c: Call;
  readonly #path: string;
  readonly #tokens: string[] = [];
  #at = 0;

  constructor(c: Call, path: string) {
    this.#c = c;
    this.#path = path;
    TOKEN.lastIndex = 0;
    while (TOKEN.lastIndex < path.trimEnd().length) {
      const found = TOKEN.exec(path);
      if (!found) this.#invalid();
      this.#tokens.push(found[1] ?? '');
    }
    if (this.#tokens.length === 0) this.#invalid();
  }

  #invalid(): never {
    throw error('XPathException', `'${this.#path}' has an invalid token.`);
  }

  #refuse(what: string): never {
    throw new ExpressionError(`XPath '${this.#path}': ${what} is not available in scripts of reports`);
  }

  get #token(): string {
    return this.#tokens[this.#at] ?? '';
  }

  #take(token: string): boolean {
    if (this.#token !== token) return false;
    this.#at++;
    return true;
  }

  whole(): Evaluate {
    const made = this.#or();
    if (this.#at < this.#tokens.length) this.#invalid();
    return made;
  }

  #or(): Evaluate {
    let left = this.#and();
    while (this.#take('or')) {
      const [a, b] = [left, this.#and()];
      left = (...at) => truth(a(...at)) || truth(b(...at));
    }
    return left;
  }

  #and(): Evaluate {
    let left = this.#comparison();
    while (this.#take('and')) {
      const [a, b] = [left, this.#comparison()];
      left = (...at) => truth(a(...at)) && truth(b(...at));
    }
    return left;
  }

  #comparison(): Evaluate {
    const left = this.#union();
    const operator = ['=', '!=', '<', '>', '<=', '>='].find((each) => this.#take(each));
    if (operator === undefined) {
      if (['+', '-', '*', 'div', 'mod'].includes(this.#token)) this.#refuse('arithmetic');
      return left;
    }
    const right = this.#union();
    return (...at) => compared(operator, left(...at), right(...at));
  }

  #union(): Evaluate {
    const first = this.#operand();
    if (this.#token !== '|') return first;
    const all = [first];
    while (this.#take('|')) all.push(this.#operand());
    return (...at) => this.#inOrder(all.flatMap((each) => nodesOf(each(...at))));
  }

  #operand(): Evaluate {
    const token = this.#token;
    if (/^["']/u.test(token)) {
      this.#at++;
      return () => token.slice(1, -1);
    }
    if (/^\d/u.test(token)) {
      this.#at++;
      return () => Number(token);
    }
    if (this.#take('(')) {
      const inner = this.#or();
      if (!this.#take(')')) this.#invalid();
      if (this.#token === '[' || this.#token === '/') this.#refuse('a path behind parentheses');
      return inner;
    }
    const next = this.#tokens[this.#at + 1];
    if (next === '(' && token !== 'text' && token !== 'node' && token !== 'comment') return this.#function();
    return this.#location();
  }

  #function(): Evaluate {
    const name = this.#token;
    this.#at += 2;
    const args: Evaluate[] = [];
    if (!this.#take(')')) {
      do args.push(this.#or());
      while (this.#take(','));
      if (!this.#take(')')) this.#invalid();
    }
    const [a, b] = args;
    switch (name) {
      case 'position':
        return (_node, position) => position;
      case 'last':
        return (_node, _position, size) => size;
      case 'true':
        return () => true;
      case 'false':
        return () => false;
      case 'not':
        return (...at) => !truth(a?.(...at) ?? false);
      case 'count':
        return (...at) => nodesOf(a?.(...at) ?? '').length;
      case 'name':
      case 'local-name':
        return (node, ...at) => {
          const named = a ? (nodesOf(a(node, ...at))[0]?.name ?? '') : node.name;
          return name === 'name' ? named : named.slice(named.indexOf(':') + 1);
        };
      case 'contains':
        return (...at) => textOf(a?.(...at) ?? '').includes(textOf(b?.(...at) ?? ''));
      case 'starts-with':
        return (...at) => textOf(a?.(...at) ?? '').startsWith(textOf(b?.(...at) ?? ''));
      case 'normalize-space':
        return (node, ...at) => textOf(a ? a(node, ...at) : [node]).trim().replaceAll(/\s+/gu, ' '); // prettier-ignore
      case 'string-length':
        return (node, ...at) => textOf(a ? a(node, ...at) : [node]).length;
      case 'number':
        return (node, ...at) => numberOf(a ? a(node, ...at) : [node]);
      case 'string':
        return (node, ...at) => textOf(a ? a(node, ...at) : [node]);
      default:
        return this.#refuse(`the function ${name}()`);
    }
  }

  #location(): Evaluate {
    const steps: ((nodes: readonly XmlObj[]) => XmlObj[])[] = [];
    let isAbsolute = false;
    if (this.#token === '//') {
      isAbsolute = true;
      this.#at++;
      steps.push(within);
    } else if (this.#take('/')) {
      isAbsolute = true;
      if (this.#at >= this.#tokens.length || /^[)\]|,=]$/u.test(this.#token)) return (node) => [topOf(node)];
    }
    for (;;) {
      steps.push(this.#step());
      if (this.#take('//')) steps.push(within);
      else if (!this.#take('/')) break;
    }
    return (node) => {
      let nodes: readonly XmlObj[] = [isAbsolute ? topOf(node) : node];
      for (const step of steps) nodes = step(nodes);
      return nodes.length > 1 ? this.#inOrder(nodes) : nodes;
    };
  }

  #step(): (nodes: readonly XmlObj[]) => XmlObj[] {
    let find: (node: XmlObj) => readonly XmlObj[];
    if (this.#take('.')) find = (node) => [node];
    else if (this.#take('..')) find = (node) => (node.parent ? [node.parent] : []);
    else if (this.#take('@')) {
      const name = this.#name();
      find = (node) => node.attributes.filter((each) => name === '*' || each.name === name);
    } else if (['text', 'node', 'comment'].includes(this.#token) && this.#tokens[this.#at + 1] === '(') {
      const kind = this.#token;
      this.#at += 2;
      if (!this.#take(')')) this.#invalid();
      find = (node) =>
        node.children.filter(({ nodeKind }) =>
          kind === 'node' ? true : kind === 'text' ? nodeKind === 'Text' || nodeKind === 'CDATA' : nodeKind === 'Comment',
        );
    } else {
      const name = this.#name();
      if (this.#token === '::') this.#refuse(`the axis ${name}`);
      find = (node) => node.children.filter((each) => each.nodeKind === 'Element' && (name === '*' || each.name === name));
    }
    const tests: Evaluate[] = [];
    while (this.#take('[')) {
      tests.push(this.#or());
      if (!this.#take(']')) this.#invalid();
    }
    return (nodes) =>
      nodes.flatMap((node) => {
        let found = find(node);
        for (const test of tests)
          found = found.filter((each, index) => {
            this.#c.rt.budget.step();
            const value = test(each, index + 1, found.length);
            return typeof value === 'number' ? value === index + 1 : truth(value);
          });
        return [...found];
      });
  } // prettier-ignore

  #name(): string {
    const token = this.#token;
    if (token !== '*' && !/^[\p{L}_]/u.test(token)) this.#invalid();
    this.#at++;
    return token;
  }

  /** Returns each node once, in document order. */
  #inOrder(nodes: readonly XmlObj[]): XmlObj[] {
    const wanted = new Set(nodes);
    const [first] = nodes;
    if (!first) return [];
    const ordered: XmlObj[] = [];
    for (const node of topOf(first).descendants()) {
      this.#c.rt.budget.step();
      if (wanted.has(node)) ordered.push(node);
      for (const attribute of node.attributes) if (wanted.has(attribute)) ordered.push(attribute);
    }
    return ordered;
  }
}

function topOf(node: XmlObj): XmlObj {
  let top = node;
  while (top.parent) top = top.parent;
  return top;
}

const within = (nodes: readonly XmlObj[]): XmlObj[] => nodes.flatMap((node) => [...node.descendants()]);
const nodesOf = (value: Atom): readonly XmlObj[] => (typeof value === 'object' ? value : []);
const textOf = (value: Atom): string => (typeof value === 'object' ? (value[0]?.innerText ?? '') : String(value));
const numberOf = (value: Atom): number => {
  if (typeof value === 'boolean') return value ? 1 : 0;
  const text = textOf(value).trim();
  return /^-?(?:\d+(?:\.\d*)?|\.\d+)$/u.test(text) ? Number(text) : NaN;
};
const truth = (value: Atom): boolean =>
  typeof value === 'object' ? value.length > 0 : typeof value === 'number' ? value !== 0 && !Number.isNaN(value) : value !== '' && value !== false; // prettier-ignore

/** Implements comparisons of XPath: a node-set matches if one of its nodes does. */
function compared(operator: string, a: Atom, b: Atom): boolean {
  if (typeof a === 'object') return a.some((node) => compared(operator, node.innerText, b));
  if (typeof b === 'object') return b.some((node) => compared(operator, a, node.innerText));
  if (operator === '=' || operator === '!=') {
    const same =
      typeof a === 'boolean' || typeof b === 'boolean'
        ? truth(a) === truth(b)
        : typeof a === 'number' || typeof b === 'number'
          ? numberOf(a) === numberOf(b)
          : a === b;
    return same === (operator === '=');
  }
  const [x, y] = [numberOf(a), numberOf(b)];
  return operator === '<' ? x < y : operator === '>' ? x > y : operator === '<=' ? x <= y : x >= y;
}
