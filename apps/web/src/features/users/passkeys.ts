/** Passkeys of this browser, through the WebAuthn API. Loaded when one is created or used. */
import type { PasskeyAssertion, PasskeyAttestation } from '@holdfast/contract';
import {
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  startRegistration,
} from '@simplewebauthn/browser';

type Options = Record<string, unknown>;

/** Lets the user create a passkey. @throws when the user cancels, or the device already has a passkey of the account */
export async function makePasskey(options: Options): Promise<PasskeyAttestation> {
  const { id, response } = await startRegistration({ optionsJSON: creationOptions(options) });
  const { attestationObject, clientDataJSON, transports = [] } = response;
  return { id, attestationObject, clientDataJSON, transports, clientExtensionResults: {} };
}

/** Lets the user confirm a sign-in with a passkey. @throws when the user cancels, or the device has none of the accepted passkeys */
export async function answerWithPasskey(challengeId: string, options: Options): Promise<PasskeyAssertion> {
  const { id, response } = await startAuthentication({ optionsJSON: requestOptions(options) });
  const { authenticatorData, clientDataJSON, signature, userHandle = null } = response;
  return { challengeId, id, authenticatorData, clientDataJSON, signature, userHandle };
}

/** Options as the server created them; the browser validates them. */
function creationOptions(options: object): PublicKeyCredentialCreationOptionsJSON {
  return options as PublicKeyCredentialCreationOptionsJSON;
}

function requestOptions(options: object): PublicKeyCredentialRequestOptionsJSON {
  return options as PublicKeyCredentialRequestOptionsJSON;
}
