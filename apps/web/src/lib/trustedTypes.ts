/**
 * Policies of Trusted Types: the server's content-security-policy refuses to turn a text into HTML or a script unless a policy allows it
 * (docs/security.md, V3.7). A user's text that is passed to such an API by mistake stays a text.
 */

interface Policy {
  createHTML(text: string): string;
}

declare global {
  interface Window {
    /** Undefined where the browser does not support Trusted Types; texts are then used unchanged. */
    trustedTypes?: {
      createPolicy(name: string, rules: { createHTML(text: string): string | null }): Policy;
    };
  }
}

/** Allows the style sheets that the component library writes as inner HTML, and refuses texts that contain an element. */
export function allowStyleSheets(): void {
  window.trustedTypes?.createPolicy('default', { createHTML: (text) => (text.includes('<') ? null : text) });
}
