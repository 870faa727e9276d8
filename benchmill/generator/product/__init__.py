"""Documents, and the files around them -> the name of the product that they are about, if it is certain."""

from benchmill.generator.product.name import Product, product, product_name

__all__ = ["Product", "product", "product_name"]
