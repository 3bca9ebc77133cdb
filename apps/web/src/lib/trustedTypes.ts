/**
 * Policies of Trusted Types: the server's content-security-policy refuses to turn a text into HTML or a script unless a policy allows it
 * (docs/security.md, V3.7). A user's text that is passed to such an API by mistake stays a text.
 */
import { SERVICE_WORKER } from './offlineShell.ts';

interface Policy {
  createHTML(text: string): string;
}

interface Rules {
  createHTML(text: string): string | null;
  createScriptURL?(address: string): string | null;
}

declare global {
  interface Window {
    /** Undefined where the browser does not support Trusted Types; texts are then used unchanged. */
    trustedTypes?: {
      createPolicy(name: string, rules: Rules): Policy;
    };
  }
}

/**
 * Allows the style sheets that the component library writes as inner HTML, and refuses texts that contain an element. Of addresses of
 * scripts it allows that of the service worker alone.
 */
export function allowStyleSheets(): void {
  window.trustedTypes?.createPolicy('default', {
    createHTML: (text) => (text.includes('<') ? null : text),
    createScriptURL: (address) => (address === SERVICE_WORKER ? address : null),
  });
}
