"""Claim files: bytes to claims, with the place of everything that is wrong with them."""

from claims.documents.document import read_document

__all__ = ["read_document"]
