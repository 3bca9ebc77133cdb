export { AuthenticationShell, Checking, SINGLE_SIGN_ON_PATH } from './AuthenticationShell.tsx';
export { SessionProvider, useSession, useUser } from './session.tsx';
export { UserMenu } from './UserMenu.tsx';
