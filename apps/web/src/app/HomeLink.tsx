import type { ReactNode } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { t } from '../lib/texts/index.ts';
import { useViews } from '../lib/navigation/views.ts';

/** Link to the dashboard from any screen. */
export function HomeLink({ className, children }: { className: string; children: ReactNode }) {
  const { open } = useViews();
  const { pathname } = useLocation();
  const navigate = useNavigate();
  return (
    <a
      className={className}
      href="/"
      aria-label={t('frame.home')}
      title={t('frame.home')}
      onClick={(event) => {
        event.preventDefault();
        // All views of the inspector flow have the same address.
        if (pathname === '/') open({ at: 'dashboard' });
        else void navigate('/');
      }}
    >
      {children}
    </a>
  );
}
