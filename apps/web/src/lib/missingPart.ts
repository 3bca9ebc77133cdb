/** Error of a part that the server does not have, because it has another version of the application than this page. */
export class MissingPart extends Error {}
