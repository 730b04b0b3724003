// The browser's own passkeys: what the server asks for in JSON, as the browser wants it, and back.

type Json = Record<string, unknown>;

/** Whether passkeys can work here: a safe connection to a host that has a name. */
export function passkeysPossible(host = location.hostname): boolean {
  const isAddress = /^[\d.]+$/.test(host) || host.includes(":");
  return globalThis.isSecureContext && "credentials" in navigator && "PublicKeyCredential" in globalThis && !isAddress;
}

export function toBytes(text: string): ArrayBuffer {
  const letters = atob(text.replace(/-/g, "+").replace(/_/g, "/"));
  return Uint8Array.from(letters, (letter) => letter.charCodeAt(0)).buffer;
}

export function toText(bytes: ArrayBuffer): string {
  const letters = Array.from(new Uint8Array(bytes), (byte) => String.fromCharCode(byte)).join("");
  return btoa(letters).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
}

interface Descriptor { id: string; type: "public-key"; transports?: AuthenticatorTransport[] }
const descriptors = (list: unknown): PublicKeyCredentialDescriptor[] =>
  ((list ?? []) as Descriptor[]).map((one) => ({ ...one, id: toBytes(one.id) }));

/** Makes a passkey as the server asks; what the server is told of it. */
export async function makePasskey(options: Json): Promise<Json> {
  const user = options.user as { id: string; name: string; displayName: string };
  const publicKey = {
    ...options, challenge: toBytes(options.challenge as string), user: { ...user, id: toBytes(user.id) },
    excludeCredentials: descriptors(options.excludeCredentials),
  } as unknown as PublicKeyCredentialCreationOptions;
  const made = (await navigator.credentials.create({ publicKey })) as PublicKeyCredential;
  const response = made.response as AuthenticatorAttestationResponse;
  return {
    id: made.id, rawId: toText(made.rawId), type: made.type,
    response: {
      clientDataJSON: toText(response.clientDataJSON), attestationObject: toText(response.attestationObject),
      transports: response.getTransports?.() ?? [],
    },
  };
}

/** Signs what the server asks with a passkey that the person picks. */
export async function usePasskey(options: Json): Promise<Json> {
  const publicKey = {
    ...options, challenge: toBytes(options.challenge as string), allowCredentials: descriptors(options.allowCredentials),
  } as unknown as PublicKeyCredentialRequestOptions;
  const used = (await navigator.credentials.get({ publicKey })) as PublicKeyCredential;
  const response = used.response as AuthenticatorAssertionResponse;
  return {
    id: used.id, rawId: toText(used.rawId), type: used.type,
    response: {
      clientDataJSON: toText(response.clientDataJSON), authenticatorData: toText(response.authenticatorData),
      signature: toText(response.signature), userHandle: response.userHandle ? toText(response.userHandle) : null,
    },
  };
}
