/** Of this response; api-gateway wrote it into the page. Style elements without it are blocked. */
export const cspNonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? '';
