import './styles.css';
import '@mantine/core/styles.layer.css';
import '@mantine/spotlight/styles.layer.css';
import { setNonce } from 'get-nonce';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App, createQueryClient } from './app';
import { cspNonce } from './ui/csp-nonce';

setNonce(cspNonce);

const root = document.getElementById('root');
if (root === null) throw new Error('the page has no #root');
createRoot(root).render(
  <StrictMode>
    <App queryClient={createQueryClient()} />
  </StrictMode>,
);
