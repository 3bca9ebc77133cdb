/** Seeds that once broke a promise, and the reason. They are played in every test run. */
export const SEEDS_THAT_FAILED: readonly { seed: number; learnt: string }[] = [
  { seed: 1, learnt: 'A restoration waits for a row whose creation was refused: nothing is left to show.' },
  { seed: 4, learnt: 'A run that another one overtook must not fail while it writes its end.' },
  {
    seed: 25,
    learnt:
      'A company row named a library row made after the library had been streamed: the library comes last, and all scopes in one step.',
  },
  {
    seed: 76,
    learnt:
      'After a restored backup the cursor stood at 0 like the head, jumped over its own push and skipped the stream that removes lost rows. ' +
      'Later: changes that wait again must be shown again.',
  },
  {
    seed: 33,
    learnt:
      'Adding again what was removed sent only the columns that differed, of a row the server had refused: an insertion says all of it.',
  },
  {
    seed: 1076,
    learnt:
      'A stream went on over the database of a backup put back meanwhile, and ended in the proof of another: all connections end with the server.',
  },
  {
    seed: 382,
    learnt:
      'An old copy of a database sent one change the server had, and got the answer that all changes ever received were applied: what was typed after it was dropped. A push is answered with its own last number.',
  },
  {
    seed: 3699,
    learnt:
      'The answer to a push placed a row below one that stood in it when the device last pulled: rows of two moments can make a loop without any waiting move.',
  },
  {
    seed: 100766,
    learnt:
      'A waiting move had stepped back from a loop, and an edit on the device took away what it stepped back from: it is shown again then, not only with the next image.',
  },
  {
    seed: 204538,
    learnt:
      'A repair moved the cursor to the head it was proven against, over changes that had not been pulled: their rows came with it, their history never.',
  },
  {
    seed: 2002500,
    learnt:
      'Two waiting moves and an image made one loop; both stepped back, where one of them would have done: what can be shown again is, until nothing more can.',
  },
  {
    seed: 1002383,
    learnt:
      'A row was deleted and forgotten under a stream that had sent it as living: the proof failed. A stream looks at the horizon again with every chunk, and ends where it can no longer send every deletion.',
  },
  {
    seed: 5027416,
    learnt:
      'A change was taken, its scope withdrawn and granted again, and the server restored to before it: the device had emptied what it had sent of a withdrawn scope, and had nothing left to send again. It keeps what was typed, and sends it again or sets it aside.',
  },
];
