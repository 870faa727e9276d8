"""Documents, and the files around them -> the name of the product that they are about, if it is certain."""

from benchmill.generator.product.name import product, product_name

__all__ = ["product", "product_name"]
