// An OpenID Connect provider for tests, on loopback: npm's `oidc-provider` with people of its own
// and, under /test/, what a test has it do wrong. It prints its address and ends with its stdin.
//
// node provider.mjs FOLDER_OF_NODE_MODULES ADDRESS_TO_COME_BACK_TO

import { randomBytes } from "node:crypto";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";

const [modules, back] = process.argv.slice(2);
const { resolve } = createRequire(`${modules}/`);
const { Provider } = await import(pathToFileURL(resolve("oidc-provider")));
const jose = await import(pathToFileURL(resolve("jose")));

const PEOPLE = {
  dana: { name: "דנה לוי", email: "dana@example.org", email_verified: true, groups: ["admins"] },
  vera: { name: "Вера Коган", email: "Vera@Example.org", email_verified: true },
  sami: { name: "سامي حداد", email: "sami@example.org", email_verified: true },
  eve: { name: "Eve", email: "dana@example.org", email_verified: false },
  far: { name: "Far", email: "far@elsewhere.example", email_verified: true },
};

const state = { spoil: {}, down: false, keys: null, handle: null };

async function newKeys() {
  const { privateKey } = await jose.generateKeyPair("RS256", { extractable: true });
  const key = { ...(await jose.exportJWK(privateKey)), use: "sig", alg: "RS256" };
  state.keys = { keys: [{ ...key, kid: randomBytes(8).toString("hex") }] };
}

function findAccount(_ctx, id) {
  const claims = PEOPLE[id] ?? {};
  return { accountId: id, claims: () => ({ sub: id, ...claims }) };
}

function configuration() {
  return {
    clients: [
      {
        client_id: "kesher",
        client_secret: "a+secret/with %41 & signs",
        redirect_uris: [back],
        post_logout_redirect_uris: [new URL("/", back).href],
        token_endpoint_auth_method: "client_secret_post",
      },
    ],
    claims: {
      openid: ["sub"],
      email: ["email", "email_verified"],
      profile: ["name", "groups"],
    },
    cookies: { keys: [randomBytes(16).toString("hex")] },
    findAccount,
    jwks: state.keys,
    pkce: { required: () => true },
    // The person ends the session when they say so, and not the test's clock.
    ttl: { Session: 600, Interaction: 600, Grant: 600, IdToken: 600, AccessToken: 600 },
  };
}

/** Signs the token again with what a test wants to be wrong about it. */
async function spoiled(token) {
  const [key] = state.keys.keys;
  const claims = { ...jose.decodeJwt(token), ...state.spoil };
  delete claims.at_hash;
  const signer = await jose.importJWK(key, "RS256");
  return new jose.SignJWT(claims).setProtectedHeader({ alg: "RS256", kid: key.kid }).sign(signer);
}

async function serve() {
  const provider = new Provider(issuer, configuration());
  provider.use(async (ctx, next) => {
    await next();
    if (ctx.body?.id_token && Object.keys(state.spoil).length > 0) {
      ctx.body = { ...ctx.body, id_token: await spoiled(ctx.body.id_token) };
    }
  });
  state.handle = provider.callback();
}

/** What a test tells this provider. */
async function command(url) {
  if (url.pathname === "/test/rotate") {
    await newKeys();
    await serve();
  } else if (url.pathname === "/test/spoil") {
    state.spoil = JSON.parse(url.searchParams.get("claims") ?? "{}");
  } else if (url.pathname === "/test/down") {
    state.down = url.searchParams.get("is") === "true";
  }
}

const server = createServer(async (request, response) => {
  const url = new URL(request.url, issuer);
  if (url.pathname.startsWith("/test/")) {
    await command(url);
    response.end("done");
  } else if (state.down) {
    request.socket.destroy();
  } else {
    await state.handle(request, response);
  }
});
await new Promise((listening) => server.listen(0, "127.0.0.1", listening));
const issuer = `http://127.0.0.1:${server.address().port}`;
await newKeys();
await serve();
process.stdout.write(`${issuer}\n`);
process.stdin.on("end", () => process.exit(0)).resume();
