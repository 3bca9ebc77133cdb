export { AuthenticationShell, Checking } from './AuthenticationShell.tsx';
export { SessionProvider, useSession, useUser } from './session.tsx';
export { UserMenu } from './UserMenu.tsx';
