/** Passkeys of this browser, by the API of WebAuthn. Loaded when one is made or used. */
import type { PasskeyAssertion, PasskeyAttestation } from '@holdfast/contract';
import {
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  startRegistration,
} from '@simplewebauthn/browser';

type Options = Record<string, unknown>;

/** Lets the user make a passkey. @throws when the user cancels, or the device has one of the account */
export async function makePasskey(options: Options): Promise<PasskeyAttestation> {
  const { id, response } = await startRegistration({ optionsJSON: creationOptions(options) });
  const { attestationObject, clientDataJSON, transports = [] } = response;
  return { id, attestationObject, clientDataJSON, transports, clientExtensionResults: {} };
}

/** Lets the user confirm a sign-in with a passkey. @throws when the user cancels, or the device has none of those asked for */
export async function answerWithPasskey(challengeId: string, options: Options): Promise<PasskeyAssertion> {
  const { id, response } = await startAuthentication({ optionsJSON: requestOptions(options) });
  const { authenticatorData, clientDataJSON, signature, userHandle = null } = response;
  return { challengeId, id, authenticatorData, clientDataJSON, signature, userHandle };
}

/** Options as the server made them; the browser checks them itself. */
function creationOptions(options: object): PublicKeyCredentialCreationOptionsJSON {
  return options as PublicKeyCredentialCreationOptionsJSON;
}

function requestOptions(options: object): PublicKeyCredentialRequestOptionsJSON {
  return options as PublicKeyCredentialRequestOptionsJSON;
}
