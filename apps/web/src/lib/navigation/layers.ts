/**
 * History entries for layers: dialogs, sheets, viewers and the camera that open over a page. Each layer has an entry of its own above the
 * entry of its page, so that Back closes the uppermost layer. The router only sees the entry of the page. The entries above carry their
 * number as `layer`, and the current address of the page.
 */
import { useEffect, useEffectEvent } from 'react';
import type { createBrowserRouter, To } from 'react-router';

type Router = ReturnType<typeof createBrowserRouter>;

interface Layer {
  close(): void;
  /** True when the page under the layer was left. The layer has no history entry any more. */
  isLeft: boolean;
}

/** Position in the history: the router's number of the entry, and its height above the entry of its page. */
interface Place {
  idx: number;
  layer: number;
}

/** Time in ms after which a history step that the browser has not made is abandoned. */
const STEP_MS = 1_000;

/** Open layers, the uppermost last. */
const open: Layer[] = [];
let router: Router | null = null;
let at: Place = { idx: 0, layer: 0 };
/** Number of entries above the current page that the browser still has. */
let highest = 0;
/** A requested step to the position `to` that the browser has not made yet; `isShared` when the router also receives its event. */
let step: { to: Place; promise: Promise<void>; end(): void; isShared: boolean } | null = null;
let isPlanned = false;

/** Gives a layer a history entry, so that Back closes the layer. */
export function useLayer(isOpen: boolean, close: () => void): void {
  const closeNow = useEffectEvent(close);
  useEffect(() => {
    if (!isOpen) return undefined;
    const layer: Layer = { close: () => closeNow(), isLeft: false };
    open.push(layer);
    plan();
    return () => {
      open.splice(open.indexOf(layer), 1);
      plan();
    };
  }, [isOpen]);
}

/** Goes back to the entry of the page before the page is left; undefined when the browser is already there. */
export function closeLayers(): Promise<void> | undefined {
  if (at.layer === 0 && step === null) return undefined;
  for (const layer of open) layer.isLeft = true;
  return toPage();
}

/** Creates the router and keeps the history consistent with the layers over its pages. */
export function withLayers(create: () => Router): Router {
  // Registered before the router's listener: the router does not receive steps between layers of the same page.
  window.addEventListener('popstate', (event) => arrive(event), { capture: true });
  const made = create();
  const navigate: Router['navigate'] = made.navigate.bind(made);
  function follow(to: number): Promise<void>;
  function follow(to: To | null, options?: NavigateOptions): Promise<void>;
  async function follow(to: number | To | null, options?: NavigateOptions): Promise<void> {
    const { key } = made.state.location;
    const left = options?.replace === true ? undefined : closeLayers();
    if (left !== undefined) await left;
    await (typeof to === 'number' ? navigate(to) : navigate(to, options));
    if (left === undefined || made.state.location.key !== key) return;
    // The navigation was blocked: the page was not left.
    for (const layer of open) layer.isLeft = false;
    plan();
  }
  made.navigate = follow;
  made.subscribe(followRouter);
  router = made;
  at = placeOf(window.history.state) ?? at;
  // After a reload the layers are closed, so their entries are left.
  if (at.layer > 0) go(-at.layer, true);
  return made;
}

type NavigateOptions = Parameters<Router['navigate']>[1];

/**
 * Reads the position from the state of an entry; null for an entry that the router did not create, such as that of a link to a fragment.
 */
function placeOf(state: unknown): Place | null {
  const { idx, layer } = (state ?? {}) as Partial<Record<keyof Place, unknown>>;
  return typeof idx === 'number' ? { idx, layer: typeof layer === 'number' ? layer : 0 } : null;
}

/** Follows a navigation of the router: an entry that is replaced keeps its height, a new page starts without layers. */
function followRouter(): void {
  const now = placeOf(window.history.state);
  if (now === null || (now.idx === at.idx && now.layer === at.layer)) return;
  if (now.idx === at.idx) {
    window.history.replaceState({ ...window.history.state, layer: at.layer }, '');
    return;
  }
  at = now;
  highest = now.layer;
}

function arrive(event: PopStateEvent): void {
  const from = at;
  const to = placeOf(window.history.state);
  if (to === null) return;
  at = to;
  const isOverSamePage = at.idx - at.layer === from.idx - from.layer;
  if (isOverSamePage) {
    keepAddress();
    if (step?.isShared !== true) event.stopImmediatePropagation();
  } else {
    highest = at.layer;
  }
  // If the user presses Back before a requested step was made, Back replaces the step.
  const isStep = step?.to.idx === at.idx && step.to.layer === at.layer;
  step?.end();
  if (!isStep && isOverSamePage && at.layer < layersOfPage().length) layersOfPage().at(-1)?.close();
  plan();
}

/** Copies the address of the page into the entry: it may have changed while a layer was open. */
function keepAddress(): void {
  if (router === null) return;
  const { key, state, pathname, search, hash } = router.state.location;
  window.history.replaceState({ usr: state, key, ...at }, '', `${pathname}${search}${hash}`);
}

function layersOfPage(): Layer[] {
  return open.filter(({ isLeft }) => !isLeft);
}

/** Adjusts the history once all layers that open and close together have done so: a dialog that replaces another reuses its entry. */
function plan(): void {
  if (isPlanned || router === null) return;
  isPlanned = true;
  setTimeout(() => {
    isPlanned = false;
    adjust();
  }, 0);
}

function adjust(): void {
  // While the user is asked to confirm a navigation, the browser is already at the target entry until the router has returned.
  if (step !== null || router?.state.location.key !== keyOf(window.history.state)) return;
  const wanted = layersOfPage().length;
  if (wanted < at.layer) go(wanted - at.layer, false);
  else if (at.layer < Math.min(wanted, highest)) go(Math.min(wanted, highest) - at.layer, false);
  else while (at.layer < wanted) addEntry();
}

function keyOf(state: unknown): string {
  const { key } = (state ?? {}) as { key?: unknown };
  return typeof key === 'string' ? key : 'default';
}

function addEntry(): void {
  at = { idx: at.idx + 1, layer: at.layer + 1 };
  highest = at.layer;
  window.history.pushState({ ...window.history.state, ...at }, '');
}

function go(by: number, isShared: boolean): void {
  let end = (): void => undefined;
  const promise = new Promise<void>((resolve) => {
    end = () => {
      clearTimeout(timer);
      step = null;
      resolve();
    };
    const timer = setTimeout(() => {
      end();
      plan();
    }, STEP_MS);
  });
  step = { to: { idx: at.idx + by, layer: at.layer + by }, promise, end, isShared };
  window.history.go(by);
}

async function toPage(): Promise<void> {
  while (step !== null || at.layer > 0) {
    if (step === null) go(-at.layer, false);
    await step!.promise;
  }
}
