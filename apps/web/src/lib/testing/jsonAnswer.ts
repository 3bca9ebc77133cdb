/** An answer of the server with a JSON body, for tests that stand in for `fetch`. */
export function jsonAnswer(body: unknown, status = 200, type = 'application/json'): Response {
  return new Response(JSON.stringify(body), { status, headers: { 'content-type': type } });
}
