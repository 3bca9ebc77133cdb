/**
 * Policies of Trusted Types: the server's content-security-policy lets no text become HTML or a script unless a policy allows it
 * (docs/security.md, V3.7), so that a user's text that reaches such a place by mistake stays a text.
 */

interface Policy {
  createHTML(text: string): string;
}

declare global {
  interface Window {
    /** Missing where the browser has no Trusted Types; texts are used as they are then. */
    trustedTypes?: {
      createPolicy(name: string, rules: { createHTML(text: string): string | null }): Policy;
    };
  }
}

/** Allows the style sheets that the component library writes as inner HTML, and no text with an element in it. */
export function allowStyleSheets(): void {
  window.trustedTypes?.createPolicy('default', { createHTML: (text) => (text.includes('<') ? null : text) });
}
