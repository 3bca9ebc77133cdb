/** Every shared component in every state, at /dev/components of the development server only. The gallery takes screenshots of it. */
import { Title } from '@mantine/core';
import { AdminComponents } from './AdminComponents.tsx';
import classes from './ComponentsScreen.module.css';
import { Controls } from './Controls.tsx';
import { Inputs } from './Inputs.tsx';
import { Messages } from './Messages.tsx';
import { Pictures } from './Pictures.tsx';

/** The page of components. */
export function ComponentsScreen() {
  return (
    <main className={classes['page']}>
      <Title order={1}>Components in every state</Title>
      <Controls />
      <Inputs />
      <Messages />
      <Pictures />
      <AdminComponents />
    </main>
  );
}
