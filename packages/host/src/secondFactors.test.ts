import { expect, it } from 'vitest';
import { noSecondFactors, secondFactors } from './secondFactors.ts';

/** The secret of the test vectors of RFC 6238, "12345678901234567890" in base32. */
const RFC_SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';

const at = (publicUrl: string) => secondFactors({ required: 'none', publicUrl: () => publicUrl });
const factors = at('https://holdfast.example');

it.each([
  [59, '287082', 1],
  [1_111_111_109, '081804', 37_037_036],
  [1_234_567_890, '005924', 41_152_263],
  [2_000_000_000, '279037', 66_666_666],
])('The code of second %i is that of RFC 6238', (seconds, code, step) => {
  expect(factors.totpStep(RFC_SECRET, code, seconds * 1000)).toBe(step);
});

it('A code is valid in the steps before and after its own, and no further', () => {
  const counts = [-60, -30, 0, 30, 60].map((late) =>
    factors.totpStep(RFC_SECRET, '279 037', (1_999_999_995 + late) * 1000),
  );
  expect(counts).toEqual([null, 66_666_666, 66_666_666, 66_666_666, null]);
});

it('Anything but six digits is refused as a code of an app', () => {
  for (const code of ['', '27903', '2790371', 'ABCDEF', '２７９０３７'])
    expect(factors.totpStep(RFC_SECRET, code, 2_000_000_000_000)).toBeNull();
});

it('A new app has a secret of 160 bits, in an address that apps read', () => {
  const { secret, uri } = factors.newTotp('maren@example.test');
  expect(secret).toMatch(/^[A-Z2-7]{32}$/);
  expect(uri).toContain('otpauth://totp/Holdfast:maren%40example.test?issuer=Holdfast');
  expect(uri).toContain(`secret=${secret}`);
  expect(factors.newTotp('maren@example.test').secret).not.toBe(secret);
});

it('Recovery codes are six groups of letters that are not mistaken for each other', () => {
  const codes = Array.from({ length: 200 }, () => factors.newRecoveryCode());
  expect(new Set(codes).size).toBe(200);
  for (const code of codes) expect(code).toMatch(/^([A-HJ-NP-Z2-9]{4}-){5}[A-HJ-NP-Z2-9]{4}$/);
});

it.each([
  ['https://holdfast.example', 'https://holdfast.example'],
  ['https://holdfast.example:8443', 'https://holdfast.example:8443'],
  ['http://127.0.0.1:4400', 'http://localhost:4400'],
  ['http://localhost:4400', 'http://localhost:4400'],
  ['http://holdfast.example', null],
  ['https://192.0.2.7', null],
  ['http://192.0.2.7:4400', null],
  ['', null],
])('Passkeys of a server at %s belong to %s', (publicUrl, origin) => {
  expect(at(publicUrl).passkeyAddress()).toBe(origin);
});

it('A forged passkey fails every challenge', async () => {
  const { challenge } = await factors.passkeyRequest(['AQID']);
  const forged = {
    challengeId: '',
    id: 'AQID',
    authenticatorData: 'AAAA',
    clientDataJSON: 'e30',
    signature: 'AAAA',
    userHandle: null,
  };
  expect(
    await factors.verifyUse(forged, challenge, { credentialId: 'AQID', publicKey: 'AAAA', counter: 0 }),
  ).toBeNull();
  const made = {
    id: 'AQID',
    attestationObject: 'AAAA',
    clientDataJSON: 'e30',
    transports: [],
    clientExtensionResults: {},
  };
  expect(await factors.verifyCreation(made, challenge)).toBeNull();
});

it.each([
  ['none', false, false, false],
  ['administrators', false, true, true],
  ['everyone', true, true, true],
] as const)('A second factor is required of %s', (required, inspector, companyAdministrator, administrator) => {
  const { isRequiredOf } = secondFactors({ required, publicUrl: () => '' });
  expect(
    ['inspector', 'companyAdministrator', 'administrator'].map((role) => isRequiredOf(role as 'inspector')),
  ).toEqual([inspector, companyAdministrator, administrator]);
});

it('A new passkey belongs to the host of the server and to its user, and is none that the user has', async () => {
  const person = { id: 'maren', email: 'maren@example.test', name: 'Maren' };
  const { challenge, options } = await at('https://holdfast.example:8443').passkeyCreation(person, ['AQID']);
  expect(options).toMatchObject({
    challenge,
    rp: { name: 'Holdfast', id: 'holdfast.example' },
    user: { id: Buffer.from('maren').toString('base64url'), name: 'maren@example.test', displayName: 'Maren' },
    excludeCredentials: [{ id: 'AQID' }],
    attestation: 'none',
  });
  const asked = await factors.passkeyRequest(['AQID', 'BAUG']);
  expect(asked.options).toMatchObject({ rpId: 'holdfast.example', allowCredentials: [{ id: 'AQID' }, { id: 'BAUG' }] });
  expect(asked.challenge).not.toBe(challenge);
  await expect(at('https://192.0.2.7').passkeyRequest([])).rejects.toThrow('no address that passkeys can belong to');
});

it('A desktop requires no second factor, and makes none', async () => {
  const none = noSecondFactors();
  expect([
    none.isRequiredOf('administrator'),
    none.passkeyAddress(),
    none.totpStep(RFC_SECRET, '287082', 59_000),
  ]).toEqual([false, null, null]);
  expect(() => none.newTotp('maren@example.test')).toThrow('A desktop has no second factors of its own.');
});
