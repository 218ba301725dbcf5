import { createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import { SessionGate } from '../../app/session-gate';
import { renderPart } from '../../app/test-page';
import { api, done } from '../../api/client';
import { rememberCsrf } from '../../api/csrf';
import type { InvitationShown, Me } from '../../api/types';
import { JoinPage } from './join-page';
import { PasswordPage } from './password-page';
import { SignIn } from './sign-in';

const NOBODY: Me = {
  mode: 'accounts',
  person: null,
  signed_in: false,
  administers: false,
  csrf: '',
  needs_first_administrator: false,
  sends_mail: false,
  other_service: null,
};
const MASHA: Me = {
  ...NOBODY,
  signed_in: true,
  csrf: 'csrf-of-masha',
  person: {
    id: 'usr_1',
    email: 'masha@example.org',
    name: 'Маша',
    administrator: false,
    disabled: false,
    created_at: '2026-11-30T10:00:00Z',
  },
};

interface Refusal {
  status: number;
  code: string;
}

const sent: Request[] = [];
let replies: Record<string, Me | InvitationShown | Refusal>;

/** The network's edge: each address has its reply, and what was sent is kept. */
function serve(request: Request): Promise<Response> {
  sent.push(request);
  const reply = replies[new URL(request.url).pathname] ?? null;
  if (reply === null) return Promise.resolve(new Response(null, { status: 204 }));
  if (!('code' in reply)) return Promise.resolve(Response.json(reply));
  return Promise.resolve(Response.json({ ...reply, detail: 'In English.' }, { status: reply.status }));
}

beforeEach(() => {
  sent.length = 0;
  replies = {};
  rememberCsrf('');
  vi.stubGlobal('fetch', serve);
});
afterEach(() => {
  vi.unstubAllGlobals();
  window.location.hash = '';
});

async function signIn(password: string) {
  await userEvent.type(await screen.findByLabelText(/דוא״ל/), 'masha@example.org');
  await userEvent.type(screen.getByLabelText(/סיסמה/), password);
  await userEvent.click(screen.getByRole('button', { name: 'כניסה' }));
}

it('shows whoever is not signed in where to, and the rooms once they are', async () => {
  replies = { '/api/me': NOBODY, '/api/sign-in': MASHA };
  renderPart(<SessionGate>חדרים</SessionGate>);
  await screen.findByRole('heading', { name: 'כניסה' });
  expect(screen.queryByText('חדרים')).toBeNull();
  expect(screen.getByText(/בקשו קישור/)).toBeVisible();

  await signIn('סיסמה ארוכה מאוד');

  expect(await screen.findByText('חדרים')).toBeVisible();
  const asked = sent.find(({ url }) => url.endsWith('/api/sign-in'));
  expect(await asked?.json()).toEqual({ email: 'masha@example.org', password: 'סיסמה ארוכה מאוד' });
});

it('says that the e-mail or the password is wrong, and keeps the form', async () => {
  replies = {
    '/api/me': NOBODY,
    '/api/sign-in': { status: 401, code: 'access.not_signed_in' },
  };
  renderPart(<SessionGate>חדרים</SessionGate>);
  await signIn('לא הסיסמה');
  expect(await screen.findByRole('alert')).toHaveTextContent('הדוא״ל או הסיסמה אינם נכונים');
  expect(screen.getByLabelText(/דוא״ל/)).toHaveValue('masha@example.org');
});

it('says at each field what is wrong with it, and sends nothing', async () => {
  replies = { '/api/me': NOBODY };
  renderPart(<SessionGate>חדרים</SessionGate>);
  await userEvent.type(await screen.findByLabelText(/דוא״ל/), 'דנה{Enter}');
  expect(screen.getByLabelText(/דוא״ל/)).toHaveAccessibleDescription(/name@example.org/);
  expect(screen.getByLabelText(/סיסמה/)).toHaveAccessibleDescription('צריך למלא את השדה הזה.');
  expect(sent.some(({ url }) => url.endsWith('/sign-in'))).toBe(false);
});

it('sends with every change what shows that it comes from this page', async () => {
  replies = { '/api/me': MASHA };
  renderPart(<SessionGate>חדרים</SessionGate>);
  await screen.findByText('חדרים');
  await done(api.POST('/api/sign-out'));
  expect(sent.at(-1)?.headers.get('X-Kesher-CSRF')).toBe('csrf-of-masha');
});

it('asks for the token where the server has no accounts but a token', async () => {
  replies = { '/api/me': { status: 401, code: 'access.token' } };
  renderPart(<SessionGate>חדרים</SessionGate>);
  expect(await screen.findByLabelText(/אסימון/)).toBeVisible();
});

it('tells whoever comes before the first account about the link that the server printed', async () => {
  replies = { '/api/me': { ...NOBODY, needs_first_administrator: true } };
  renderPart(<SessionGate>חדרים</SessionGate>, 'en');
  expect(await screen.findByText(/the server printed a link/)).toBeVisible();
  expect(screen.queryByLabelText(/Password/)).toBeNull();
});

it('leads to another service in the language of the page, and back to where one was', async () => {
  const service = {
    label_he: 'כניסה ארגונית',
    label_en: 'Company sign-in',
    begin: '/api/oidc/begin',
    sign_out: '/api/oidc/sign-out',
  };
  replies = { '/api/me': { ...NOBODY, other_service: service } };
  renderPart(<SessionGate>חדרים</SessionGate>);
  const link = await screen.findByRole('link', { name: 'כניסה ארגונית' });
  expect(link).toHaveAttribute('href', '/api/oidc/begin?goal=%2F');
});

it('lets the first administrator come through another service, too', () => {
  const service = { label_he: 'כניסה ארגונית', label_en: 'Sign in', begin: '/b', sign_out: '/o' };
  renderPart(<SignIn me={{ ...NOBODY, needs_first_administrator: true, other_service: service }} />);
  expect(screen.getByRole('link', { name: 'כניסה ארגונית' })).toBeVisible();
});

it('says what went wrong at another service, in the language of the page', () => {
  renderPart(<SignIn me={NOBODY} problem="access.no_account" />);
  expect(screen.getByRole('alert')).toHaveTextContent('אין לכם כאן חשבון');
  expect(screen.getByLabelText(/דוא״ל/)).toBeVisible();
});

it('has a link mailed in the language of the page, and does not tell whether there is an account', async () => {
  replies = { '/api/me': { ...NOBODY, sends_mail: true } };
  renderPart(<SessionGate>חדרים</SessionGate>);
  await userEvent.type(await screen.findByLabelText(/דוא״ל/), 'omar@example.org');
  await userEvent.click(screen.getByRole('button', { name: /שכחתם/ }));
  expect(await screen.findByText(/אם יש כאן חשבון/)).toBeVisible();
  expect(await sent.at(-1)?.json()).toEqual({ email: 'omar@example.org', language: 'he' });
});

it('lets whoever is signed in join by an invitation, and knows who asks before it looks at it', async () => {
  window.location.hash = '#invitation';
  replies = {
    '/api/me': MASHA,
    '/api/invitations/look': {
      room_name: 'נהלים',
      role: 'viewer',
      expires_at: '2026-12-01T10:00:00Z',
      sign_up: true,
    },
  };
  renderPart(<RouterProvider router={createRouter({ routeTree: createRootRoute({ component: JoinPage }) })} />);
  expect(await screen.findByRole('heading', { name: /נהלים/ })).toBeVisible();
  expect(screen.getByRole('button', { name: 'הצטרפות לחדר' })).toBeVisible();
  const look = sent.find(({ url }) => url.endsWith('/look'));
  expect(look?.headers.get('X-Kesher-CSRF')).toBe('csrf-of-masha');
});

it('sets a password by the secret that the link carries', async () => {
  window.location.hash = '#the-secret';
  replies = { '/api/password': { status: 404, code: 'not_found' } };
  renderPart(<PasswordPage />);
  await userEvent.type(screen.getByLabelText(/סיסמה חדשה/), 'ארבע מילים טובות');
  await userEvent.click(screen.getByRole('button', { name: 'קביעת הסיסמה' }));
  await waitFor(() => expect(screen.getByRole('alert')).toBeVisible());
  expect(await sent.at(-1)?.json()).toEqual({
    secret: 'the-secret',
    password: 'ארבע מילים טובות',
    revoke_keys: false,
  });
  expect(screen.getByRole('alert')).toHaveTextContent('הקישור כבר אינו תקף');
});
